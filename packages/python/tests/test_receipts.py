"""Receipts, with and without the package `cryptography`, against vectors of the RFCs."""

from __future__ import annotations

import json
import random
import time
import unittest
from typing import Any
from unittest import mock

from countersign_agent import verify_receipt as verifier
from countersign_agent.receipts import UsedReceipts, receipt_objection

# RFC 8032, 7.1, TEST 1 to 3: public key, message, signature.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]

#: A receipt that the server signed (packages/receipt/src/receipt.test.ts has the same key and payload).
KEYS = {"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "k1", "x": "6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw"}]}
RECEIPT: dict[str, Any] = json.loads(
    '{"payload": {"v": 1, "question": "q-1", "shown": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "decided": "d60fe66b967ddce30f4c50fffe545b86c1d8cd4cd5faa4724f6ccd95f04d9fe2", "decision": "approve", "by": {"id": "p_1", "how": "desk"}, "policy": {"version": 2, "row": null}, "issued": 1795875690, "expires": 1795879300, "nonce": "n-1", "audience": "pay"}, "kid": "k1", "sig": "abPYaAFmcK_UoUbdakwxHdzZFc7mbwaz4I39iNAzvlp48WPO4pfR7mrPo38Npwv4I_3lbuUEOHEwksRYR0aKAw"}'
)
VALUE = {"amount": 4200.5, "to": "Æster GmbH"}


class Vectors(unittest.TestCase):
    def check(self) -> None:
        for key, message, signature in RFC_8032:
            parts = [bytes.fromhex(part) for part in (key, message, signature)]
            self.assertTrue(verifier.ed25519(*parts))
            self.assertFalse(verifier.ed25519(parts[0], parts[1] + b"x", parts[2]))
            self.assertFalse(verifier.ed25519(parts[0], parts[1], bytes(64)))
        self.assertEqual(verifier.verify(KEYS, RECEIPT), "ok")

    def test_are_those_of_rfc_8032_with_the_package(self) -> None:
        self.check()

    def test_are_those_of_rfc_8032_without_it(self) -> None:
        with mock.patch.object(verifier, "Ed25519PublicKey", None):
            self.check()

    def test_canonical_form_is_that_of_rfc_8785(self) -> None:
        read = json.loads(
            '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],'
            '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
        )
        self.assertEqual(
            verifier.canonical(read),
            '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
            '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
        )
        keys = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\x80": 6, "ö": 7}
        self.assertEqual(list(json.loads(verifier.canonical(keys)).values()), [2, 4, 6, 7, 1, 5, 3])


class Receipts(unittest.TestCase):
    def objection(self, receipt: Any, value: Any = VALUE, **options: Any) -> str | None:
        with mock.patch.object(time, "time", lambda: 1_795_875_700.0):
            return receipt_objection(receipt, value, KEYS, **{"used": UsedReceipts(), **options})

    def test_allow_what_they_were_given_for_once(self) -> None:
        used = UsedReceipts()
        self.assertIsNone(self.objection(RECEIPT, used=used, audience="pay"))
        self.assertEqual(self.objection(RECEIPT, used=used), "used twice")
        self.assertEqual(self.objection(RECEIPT, {**VALUE, "amount": 1}), "for another value")
        self.assertEqual(self.objection(RECEIPT, audience="other"), "for another audience")
        self.assertEqual(self.objection(None), "malformed")

    def test_ten_thousand_mutations_are_refused(self) -> None:
        text = json.dumps(RECEIPT, ensure_ascii=False)
        same = verifier.canonical(RECEIPT)
        chance, tried = random.Random(42), 0
        while tried < 10_000:
            at = chance.randrange(len(text))
            changed = f"{text[:at]}{chr(chance.randrange(33, 127))}{text[at + 1:]}"
            try:
                receipt = json.loads(changed, object_pairs_hook=verifier.strict)
                if verifier.canonical(receipt) == same:
                    continue
            except (ValueError, KeyError):
                receipt = None
            tried += 1
            self.assertNotEqual(verifier.verify(KEYS, receipt), "ok", changed)


if __name__ == "__main__":
    unittest.main()
