import type { HoldCall } from '@countersign/api/agents/door';
import { kindOf } from './tool-kinds.ts';

/** Files that often hold secrets: reading them is asked about, wherever they are. */
const secretName =
  /(?:^|\/)(?:\.env(?:\.[^/]*)?|\.netrc|\.npmrc|\.pgpass|id_[a-z0-9]+|[^/]*\.(?:pem|key|p12|pfx))$/i;

/**
 * Whether a call only reads in the agent's own folder. Such a call is stored like any other, but nobody is asked: an agent reads a
 * hundred times for each change. What is not known to be one is asked about.
 */
export function isOnlyRead({ call, files, asksReads }: HoldCall): boolean {
  if (asksReads || kindOf(call) !== 'read') return false;
  return files.every(({ real, inside }) => inside && !secretName.test(real));
}
