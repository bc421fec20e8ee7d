import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpMessage } from '@countersign/upformat/message';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type AskedBy, equivalentContent } from './content/equivalent-content.ts';

/** SHA-256 (hex), equal for prompts that ask the same about other data. */
export const classKeyOf = (message: UpMessage, asked: AskedBy): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson(equivalentContent(message, asked)))));
