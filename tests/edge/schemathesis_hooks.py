"""A request that is of its form is made now, for the first time, and in strict JSON."""

import os
import re
import time
import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, **kwargs):
    # A schema takes 1.0 for an integer; strict JSON has it as 1.
    if isinstance(case.body, dict):
        for name, value in case.body.items():
            if isinstance(value, float) and value.is_integer():
                case.body[name] = int(value)
    headers = case.headers
    if not headers:
        return
    if re.fullmatch(r"0|[1-9][0-9]{0,14}", str(headers.get("proofmark-time", ""))):
        headers["proofmark-time"] = str(int(time.time() * 1000))
    if re.fullmatch(r"[A-Za-z0-9_-]{16,128}", str(headers.get("idempotency-key", ""))):
        headers["idempotency-key"] = uuid.uuid4().hex


@schemathesis.auth()
class Admin:
    def get(self, case, context):
        return os.environ["TOKEN"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"
