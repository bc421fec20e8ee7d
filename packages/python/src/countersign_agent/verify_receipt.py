#!/usr/bin/env python3
"""Checks receipts of decisions without any other code of Countersign (docs/receipts.md): copy this file, and read it.

    python3 verify_receipt.py JWKS.json RECEIPTS.jsonl      one receipt a line; prints how many are what, exits with 1 unless all are "ok"

Only the standard library is needed; the package `cryptography` is used if it is there, because it is faster.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import time
from typing import Any

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment,misc]


def b64(text: str) -> bytes:
    """Strict: the usual decoders skip foreign characters and ignore the spare bits of the last one."""
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != text:
        raise ValueError("not canonical base64url")
    return raw


def number(value: Any) -> str:
    """ECMAScript's Number::toString, made of Python's shortest repr."""
    if isinstance(value, int):
        if abs(value) <= 2**53 - 1:
            return str(value)
        value = float(value)  # I-JSON has doubles only
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("not a JSON number")
    if value == 0:
        return "0"
    sign, text = ("-", repr(-value)) if value < 0 else ("", repr(value))
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + tail


def canonical(value: Any) -> str:
    """RFC 8785. Raises ValueError for what has no canonical form."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, str):
        value.encode("utf-8")  # a lone surrogate is refused
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"


def digest(value: Any) -> str:
    """Of the value that a call is about to run with; compare it with `decided`."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]


def _add(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, d - c, d + c, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _times(count: int, point: Point) -> Point:
    sum_: Point = (0, 1, 1, 0)
    while count:
        if count & 1:
            sum_ = _add(sum_, point)
        point, count = _add(point, point), count >> 1
    return sum_


def _point(raw: bytes) -> Point:
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if len(raw) != 32 or y >= P:
        raise ValueError("not a point")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        raise ValueError("not a point")
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


_BASE = _point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519(key: bytes, message: bytes, signature: bytes) -> bool:
    """RFC 8032, 5.1.7."""
    if Ed25519PublicKey is not None:
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True
    if len(signature) != 64:
        return False
    try:
        public, r = _point(key), _point(signature[:32])
    except ValueError:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = _times(s, _BASE), _add(r, _times(h, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def strict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a member twice")
    return dict(pairs)


def verify(keys: Any, receipt: Any, seen: set[str] | None = None, now: float | None = None) -> str:
    """"ok", or what is wrong with a receipt. `seen`: nonces that were used; `now`: seconds, to refuse what has expired."""
    if not isinstance(receipt, dict) or set(receipt) != {"payload", "kid", "sig"}:
        return "malformed"
    key = next((one for one in keys["keys"] if one["kid"] == receipt["kid"] and one["crv"] == "Ed25519"), None)
    if key is None:
        return "unknown key"
    try:
        if not ed25519(b64(key["x"]), canonical(receipt["payload"]).encode(), b64(receipt["sig"])):
            return "bad signature"
        payload = receipt["payload"]
        if now is not None and payload["expires"] <= now:
            return "expired"
        if seen is not None and payload["nonce"] in seen:
            return "used twice"
        if seen is not None:
            seen.add(payload["nonce"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return "malformed"
    return "ok"


def main(arguments: list[str]) -> int:
    with open(arguments[0], encoding="utf-8") as file:
        keys = json.load(file)
    seen: set[str] = set()
    totals: dict[str, int] = {}
    now = time.time() if "--now" in arguments else None
    with open(arguments[1], encoding="utf-8", newline="\n") as file:
        for line in file:
            try:
                answer = verify(keys, json.loads(line, object_pairs_hook=strict), seen, now)
            except (ValueError, KeyError, TypeError, RecursionError):
                answer = "malformed"
            totals[answer] = totals.get(answer, 0) + 1
    print(json.dumps(totals))
    return 0 if set(totals) <= {"ok"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
