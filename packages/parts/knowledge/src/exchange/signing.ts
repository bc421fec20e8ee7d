import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Knowledge as KnowledgePiece } from '@countersign/memory/model/knowledge';
import type { Journal } from '@countersign/server/journal/journal';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import { writtenItem } from '../extract-memories.ts';
import { keepKnowledge } from '../memories/keep-operation.ts';
import { readEntry, type StoredOwnKey, type StoredSignature } from '../memories/stored.ts';

/** Signatures of knowledge (Ed25519): what leaves is signed, what comes is checked. */
export interface Signing {
  /** This server: its id, and its public key. */
  identity(): Promise<{ server: string; key: string }>;
  /** Knowledge in the form in which it is exchanged, signed. */
  sign(knowledge: KnowledgePiece): Promise<JsonObject>;
  /** The signature of anything with `metadata.signature`. `unknown`: right, by a key that is not accepted here. */
  check(sent: unknown): Promise<StoredSignature>;
}

/** A public key as it is exchanged: SPKI in base64url. */
export function readKey(key: string): KeyObject | null {
  // The decoder would pass over any other character: one key, one text.
  if (!/^[\w-]+$/.test(key)) return null;
  try {
    const read = createPublicKey({
      key: Buffer.from(key, 'base64url'),
      ...{ format: 'der', type: 'spki' },
    });
    return read.asymmetricKeyType === 'ed25519' ? read : null;
  } catch {
    return null;
  }
}

/** What is signed: all of it but the value of the signature, so also who signs, in its canonical form (RFC 8785). */
function signedBytes(item: JsonObject): Buffer {
  const metadata = isObject(item['metadata']) ? item['metadata'] : {};
  const { value: _, ...signature } = isObject(metadata['signature']) ? metadata['signature'] : {};
  return Buffer.from(canonicalJson({ ...item, metadata: { ...metadata, signature } }), 'utf8');
}

function isRight(sent: JsonObject, key: KeyObject, value: string): boolean {
  try {
    return verify(null, signedBytes(sent), key, Buffer.from(value, 'base64url'));
  } catch {
    // It has no canonical form.
    return false;
  }
}

const own = 'own';

export function createSigning({
  journal,
  secrets,
}: {
  journal: Pick<Journal, 'read' | 'storeId' | 'commit'>;
  secrets: SecretBox;
}): Signing {
  const { read } = journal;
  let pair: StoredOwnKey | null = null;

  const stored = async (): Promise<StoredOwnKey | null> => {
    const found = (await readEntry(read, 'key', own))?.body;
    return found?.kind === 'own' ? found : null;
  };
  /** Made when it is first needed, once on all servers: the first one that is kept counts. */
  const ownPair = async (): Promise<StoredOwnKey> => {
    pair ??= await stored();
    if (pair !== null) return pair;
    const made = generateKeyPairSync('ed25519');
    const secret = made.privateKey.export({ format: 'der', type: 'pkcs8' });
    const key = made.publicKey.export({ format: 'der', type: 'spki' });
    const body: StoredOwnKey = {
      ...{ kind: 'own', server: journal.storeId },
      key: key.toString('base64url'),
      secret: secrets.seal(secret.toString('base64')),
    };
    const row = {
      kind: 'key' as const,
      id: own,
      state: own,
      about: '',
      body: JSON.stringify(body),
    };
    const nothing = { memories: [], revisions: [], removed: [], gone: [], audits: [] };
    const expected = [{ kind: 'key' as const, id: own, state: null }];
    await journal.commit(keepKnowledge, {
      ...nothing,
      memoryPlace: null,
      expected,
      entries: [row],
    });
    pair = (await stored()) ?? body;
    return pair;
  };

  return {
    async identity() {
      const { server, key } = await ownPair();
      return { server, key };
    },
    async sign(piece) {
      const { server, key, secret } = await ownPair();
      const item: JsonObject = { ...writtenItem(piece) };
      const metadata = isObject(item['metadata']) ? item['metadata'] : {};
      const privateKey = createPrivateKey({
        key: Buffer.from(secrets.open(secret), 'base64'),
        ...{ format: 'der', type: 'pkcs8' },
      });
      const signature = { alg: 'EdDSA', server, key };
      const signed = { ...item, metadata: { ...metadata, signature } };
      const value = sign(null, signedBytes(signed), privateKey).toString('base64url');
      return { ...item, metadata: { ...metadata, signature: { ...signature, value } } };
    },
    async check(sent) {
      const metadata = isObject(sent) ? sent['metadata'] : undefined;
      const signature = isObject(metadata) ? metadata['signature'] : undefined;
      if (!isObject(sent) || !isObject(signature))
        return { state: 'none', server: null, key: null };
      const { server, key, value } = signature;
      const named = {
        server: typeof server === 'string' ? server.slice(0, 200) : null,
        key: typeof key === 'string' ? key.slice(0, 200) : null,
      };
      const publicKey = named.key === null ? null : readKey(named.key);
      if (publicKey === null || typeof value !== 'string' || named.key === null) {
        return { ...named, state: 'invalid' };
      }
      if (!isRight(sent, publicKey, value)) return { ...named, state: 'invalid' };
      const accepted = await readEntry(read, 'key', named.key);
      return { ...named, state: accepted === null ? 'unknown' : 'valid' };
    },
  };
}
