import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import { z } from 'zod';

/**
 * What a receipt says: who decided what, having been shown what. Digests are SHA-256 in hex, times are seconds since the epoch. Unknown
 * members are signed as well, so that a later version can add some.
 */
export const receiptPayloadSchema = z.looseObject({
  v: z.literal(1),
  question: z.string(),
  /** Of the question as it was shown. */
  shown: z.string(),
  /** Of the value that may be used: the proposal if it was approved, else what a person made of it. */
  decided: z.string(),
  /** The kind of the answer: `approve`, `edit`, `reject` and others. */
  decision: z.string(),
  /** `id` is a pseudonym of the person, the same in all receipts of one server. */
  by: z.looseObject({ id: z.string(), how: z.string() }),
  policy: z.looseObject({ version: z.number().int(), row: z.string().nullable() }).nullable(),
  issued: z.number().int(),
  expires: z.number().int(),
  /** Used once. */
  nonce: z.string(),
  /** Which agent or program may use it. */
  audience: z.string(),
});
export type ReceiptPayload = z.infer<typeof receiptPayloadSchema>;

/** A payload with the name of the key and the signature over its canonical form (RFC 8785), base64url. */
export const receiptSchema = z.strictObject({
  payload: receiptPayloadSchema,
  kid: z.string(),
  sig: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** A public key as in a JWK set (RFC 7517, RFC 8037). */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use?: string;
  alg?: string;
}
export interface KeySet {
  keys: readonly PublicKey[];
}

/** The digest of a value: SHA-256, in hex, over its canonical form. Of nothing, that of `null`. */
export const digestOfValue = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalJson(value ?? null))
    .digest('hex');
