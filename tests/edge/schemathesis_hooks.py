"""A request that is of its form is made now, and for the first time."""

import os
import re
import time
import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, **kwargs):
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
