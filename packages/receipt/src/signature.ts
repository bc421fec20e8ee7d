import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { KeySet, PublicKey } from './receipt.ts';

/**
 * Decodes base64url strictly: null for a text that another one decodes to as well. Decoders skip what is no letter of it, and ignore the
 * spare bits of the last one: some altered signatures would hold.
 */
function strictBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

/** The beginning of an Ed25519 key in PKCS #8 (RFC 8410). */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key of a seed of 32 bytes (RFC 8032). */
export const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([keyHead, seed]), format: 'der', type: 'pkcs8' });

/** The public one, in base64url. */
export function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('a key of another kind');
  return x;
}

/** Signs the canonical form of a value. */
export const signValue = (value: unknown, key: KeyObject): string =>
  signBytes(null, Buffer.from(canonicalJson(value)), key).toString('base64url');

/** Whether a signature over the canonical form of a value is that of a key of the set. */
export function isSigned(value: unknown, { kid, sig }: { kid: string; sig: string }, keys: KeySet) {
  const key = keys.keys.find((one) => one.kid === kid);
  if (key === undefined) return 'unknown-key';
  return isSignedBy(value, sig, key) ? 'signed' : 'bad-signature';
}

function isSignedBy(value: unknown, sig: string, { kty, crv, x }: PublicKey): boolean {
  const bytes = strictBytes(sig);
  if (bytes === null || kty !== 'OKP' || crv !== 'Ed25519' || strictBytes(x) === null) return false;
  try {
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    return verifyBytes(null, Buffer.from(canonicalJson(value)), key, bytes);
  } catch {
    return false;
  }
}
