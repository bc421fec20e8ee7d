import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpMessage } from '@countersign/upformat/message';
import { sealedContent } from '@countersign/upformat/sealed-content';

/** SHA-256 (hex) over the canonical JSON of what a person is shown. Throws for content without a canonical form. */
export function digestOf(message: UpMessage): string {
  return createHash('sha256')
    .update(canonicalJson(sealedContent(message)))
    .digest('hex');
}
