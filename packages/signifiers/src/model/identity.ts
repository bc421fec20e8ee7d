import { canonicalJson } from '@countersign/json/canonical-json';
import { uuidV5 } from '@countersign/uap/model/uuid-v5';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Artifact } from './signifier.ts';

/** The id of a signifier: a UUID of version 5 of where it comes from, so that a later synchronisation finds it again. */
export const signifierId = (artifact: Artifact, nativeName: string): string =>
  uuidV5(JSON.stringify(['signifier', artifact.id, artifact.kind, nativeName]));

/** SHA-256 (hex) of a description, independent of the order of its members. */
export const sourceHashOf = (source: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson(source))));
