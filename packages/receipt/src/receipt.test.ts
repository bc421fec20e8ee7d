import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import { describe, expect, it } from 'vitest';
import { type AboutToRun, checkReceipt } from './check-receipt.ts';
import { digestOfValue, type KeySet, type Receipt, type ReceiptPayload } from './receipt.ts';
import { takeReceipt, usedInMemory } from './receipt-gate.ts';
import { isSigned, privateKeyOf, publicKeyOf, signValue } from './signature.ts';
import { parseStrict } from './strict-json.ts';

/** RFC 8032, 7.1, TEST 1 to 3: seed, public key, message, signature. */
const vectors = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

const hex = (text: string) => Buffer.from(text, 'hex');
const now = 1_795_875_700;
const value = { amount: 4200.5, to: 'Æster GmbH' };
const key = privateKeyOf(Buffer.alloc(32, 7));
const keys: KeySet = {
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: publicKeyOf(key) }],
};
const about: AboutToRun = { keys, audience: 'pay', value, question: 'q-1', now };

function receiptOf(change: Partial<ReceiptPayload> = {}): Receipt {
  const payload: ReceiptPayload = {
    ...{ v: 1, question: 'q-1', shown: 'a'.repeat(64), decided: digestOfValue(value) },
    ...{ decision: 'approve', by: { id: 'p_1', how: 'desk' }, policy: { version: 2, row: null } },
    ...{ issued: now - 10, expires: now + 3_600, nonce: 'n-1', audience: 'pay', ...change },
  };
  return { payload, kid: 'k1', sig: signValue(payload, key) };
}

describe('signatures', () => {
  it.each(vectors)('are those of RFC 8032: %s', (seed, x, message, signature) => {
    const own = privateKeyOf(hex(seed));
    expect(publicKeyOf(own)).toBe(hex(x).toString('base64url'));
    expect(sign(null, hex(message), own).toString('hex')).toBe(signature);
    expect(verify(null, hex(message), createPublicKey(own), hex(signature))).toBe(true);
  });

  it('are refused with another spelling of the same bytes', () => {
    const { payload, kid, sig } = receiptOf();
    expect(isSigned(payload, { kid, sig }, keys)).toBe('signed');
    for (const other of [`${sig}=`, ` ${sig}`, `${sig.slice(0, -1)}h`, sig.replace(/^./, '!$&')]) {
      expect(isSigned(payload, { kid, sig: other }, keys)).toBe('bad-signature');
    }
    expect(isSigned(payload, { kid: 'k2', sig }, keys)).toBe('unknown-key');
  });

  it('of a key of another kind do not count', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const payload = receiptOf().payload;
    const sig = sign('sha256', Buffer.from(canonicalJson(payload)), privateKey).toString(
      'base64url',
    );
    const set: KeySet = { keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x }] };
    expect(isSigned(payload, { kid: 'k1', sig }, set)).toBe('bad-signature');
    expect(createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })).type).toBe('private');
  });
});

describe('a receipt', () => {
  it('allows what it was given for', () => {
    expect(checkReceipt(receiptOf(), about)).toEqual({ ok: true, receipt: receiptOf() });
    const text = JSON.stringify(receiptOf());
    expect(checkReceipt(text, about)).toMatchObject({ ok: true });
  });

  it.each([
    ['other-audience', {}, { audience: 'other' }],
    ['other-question', {}, { question: 'q-2' }],
    ['other-value', {}, { value: { ...value, amount: 42 } }],
    ['expired', {}, { now: now + 3_600 }],
    ['not-yet', { issued: now + 121 }, {}],
    ['not-allowed', { decision: 'reject' }, {}],
    ['not-allowed', { decision: 'comment' }, {}],
  ] as const)('does not allow anything else: %s', (fault, change, other) => {
    expect(checkReceipt(receiptOf(change), { ...about, ...other })).toEqual({ ok: false, fault });
  });

  it('is used once, also by two at the same time', async () => {
    const used = usedInMemory();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => takeReceipt(receiptOf(), about, used)),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter((one) => !one.ok && one.fault === 'used')).toHaveLength(19);
  });

  it('with a member twice is refused', () => {
    const text = JSON.stringify(receiptOf());
    const twice = text.replace('"decision":', '"decision":"reject","decision":');
    expect(checkReceipt(twice, about)).toEqual({ ok: false, fault: 'malformed' });
    // The same name, written otherwise.
    expect(parseStrict('{"a":1,"\\u0061":2}')).toBeNull();
    expect(parseStrict('{"a":{"a":[{"a":1},{"a":2}]},"b":"{\\"a\\":1,\\"a\\":2}"}')).not.toBeNull();
  });

  it('changed in any character is refused: 10,000 mutations', () => {
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const receipt = receiptOf();
    const text = JSON.stringify(receipt);
    let tried = 0;
    const allowed: string[] = [];
    while (tried < 10_000) {
      const at = random(text.length);
      const changed = `${text.slice(0, at)}${String.fromCharCode(33 + random(94))}${text.slice(at + 1)}`;
      if (meansTheSame(changed, receipt)) continue;
      tried += 1;
      if (checkReceipt(changed, about).ok) allowed.push(changed);
    }
    expect(allowed).toEqual([]);
  }, 60_000);
});

/** Another text of the same JSON is not altered: `1.0` for `1`. */
function meansTheSame(text: string, receipt: Receipt): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(receipt);
  } catch {
    return false;
  }
}
