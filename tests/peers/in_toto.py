"""Verifies attestations with the libraries of in-toto: each line of stdin has the `envelope`, the
public key in base64, and the `digest` of the file. Prints the result, or the name of the error."""

import base64
import json
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf import json_format
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.resource_descriptor import ResourceDescriptor
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey


def verify(envelope, key, digest):
    keyid = envelope["signatures"][0]["keyid"]
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key))
    dsse = Envelope.from_dict(envelope)
    dsse.verify([SSlibKey.from_crypto(public, keyid=keyid)], 1)
    assert dsse.payload_type == "application/vnd.in-toto+json"
    statement = Statement.copy_from_pb(json_format.Parse(dsse.payload, statement_pb2.Statement()))
    statement.validate()
    predicate = json_format.MessageToDict(statement.pb.predicate)
    result = json_format.ParseDict(predicate, test_result_pb2.TestResult())
    for configuration in result.configuration:
        ResourceDescriptor.copy_from_pb(configuration).validate()
    assert statement.pb.subject[0].digest["sha256"] == digest, "digest"
    return [result.result, len(result.passed_tests), len(result.failed_tests)]


for line in sys.stdin:
    given = json.loads(line)
    try:
        print(json.dumps(verify(**given)))
    except Exception as error:
        print(json.dumps(type(error).__name__))
