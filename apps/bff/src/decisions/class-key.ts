import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import { type AskedBy, equivalenceContent } from '@countersign/upformat/equivalence';
import type { UpMessage } from '@countersign/upformat/message';

/** SHA-256 (hex), equal for prompts that ask the same thing of other data. */
export const classKeyOf = (message: UpMessage, asked: AskedBy): string =>
  createHash('sha256')
    .update(canonicalJson(equivalenceContent(message, asked)))
    .digest('hex');
