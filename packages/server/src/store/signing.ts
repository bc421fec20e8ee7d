import { createHmac, type KeyObject } from 'node:crypto';
import type { KeySet } from '@countersign/receipt/receipt';
import { privateKeyOf, publicKeyOf, signValue } from '@countersign/receipt/signature';
import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';

/**
 * A key that receipts and exports are signed with. Its private half is made of the key of the server (`secret.key`) whenever it is
 * needed, and kept nowhere. Public halves are kept for ever: what was signed stays provable when a key is retired, or the server's is lost.
 */
export interface SigningKey {
  kid: string;
  /** The public half, base64url. */
  x: string;
  /** Epoch ms. It is published before, so that copies of the set have it in time. */
  from: number;
}

/** Signs on behalf of this server. */
export interface Signer {
  kid: string;
  /** The public half of the key. */
  x: string;
  /** Of the canonical form of a value, base64url. */
  sign(value: unknown): string;
  /** The same for the same id, without naming it. */
  pseudonymOf(id: string): string;
}

/** How long a new key is published before it is used. */
export const publishedForMs = 3_600_000;

const name = 'signing-keys';

const privateKeyAt = (secret: string, number: number): KeyObject =>
  privateKeyOf(createHmac('sha256', secret).update(`signing\n${number}`).digest());

const numberOf = ({ kid }: SigningKey): number => Number(/^k(\d+)-/.exec(kid)?.[1] ?? 0);

function keyAt(secret: string, number: number, from: number): SigningKey {
  const x = publicKeyOf(privateKeyAt(secret, number));
  return { kid: `k${number}-${x.slice(0, 8)}`, x, from };
}

/** All there were, the oldest first. */
export const readSigningKeys = (reading: Pick<Reading, 'get'>): Awaitable<SigningKey[]> =>
  whenRead(
    reading.get<{ value: string }>(`SELECT value FROM meta WHERE key = '${name}'`),
    (row): SigningKey[] => (row === undefined ? [] : JSON.parse(row.value)),
  );

const keep = (within: Writing, keys: readonly SigningKey[]): Awaitable<number> =>
  within.run(
    `INSERT INTO meta(key, value) VALUES('${name}', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
    JSON.stringify(keys),
  );

/** As a JWK set (RFC 7517), the newest first. */
export const keySetOf = (keys: readonly SigningKey[]): KeySet => ({
  keys: keys.toReversed().map(({ kid, x }) => ({
    ...{ kty: 'OKP', crv: 'Ed25519' },
    ...{ kid, x, use: 'sig', alg: 'EdDSA' },
  })),
});

/** The newest key that is in use and that this server has; one is made if there is none. */
async function currentKey(within: Writing, secret: string): Promise<SigningKey> {
  const keys = await readSigningKeys(within);
  const isOwn = (key: SigningKey) => keyAt(secret, numberOf(key), 0).x === key.x;
  const current = keys.findLast((key) => key.from <= within.now && isOwn(key));
  if (current !== undefined) return current;
  const made = keyAt(secret, keys.length + 1, within.now);
  await keep(within, [...keys, made]);
  return made;
}

/** Adds a key that is used when it has been published for long enough. */
export async function addSigningKey(within: Writing, secret: string): Promise<SigningKey> {
  await currentKey(within, secret);
  const keys = await readSigningKeys(within);
  const added = keyAt(secret, keys.length + 1, within.now + publishedForMs);
  await keep(within, [...keys, added]);
  return added;
}

/** Null = the store has no secret: nothing is signed. */
export async function signerOf(
  within: Writing,
  secret: string | undefined,
): Promise<Signer | null> {
  if (secret === undefined) return null;
  const key = await currentKey(within, secret);
  const privateKey = privateKeyAt(secret, numberOf(key));
  return {
    ...{ kid: key.kid, x: key.x },
    sign: (value) => signValue(value, privateKey),
    pseudonymOf: (id) =>
      `p_${createHmac('sha256', secret).update(`person\n${id}`).digest('base64url').slice(0, 16)}`,
  };
}
