import { createHash } from 'node:crypto';
import type { HeldCall } from '@countersign/api/agents/door';
import { canonicalJson } from '@countersign/json/canonical-json';

/** What a yes is about: any other byte of the call has another digest. */
export const digestOfCall = ({ agent, session, folder, tool, input }: HeldCall): string =>
  `sha256:${createHash('sha256')
    .update(canonicalJson({ agent, session, folder, tool, input }))
    .digest('hex')}`;
