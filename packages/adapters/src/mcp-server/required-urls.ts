import type { JsonObject } from '@countersign/json/json-object';
import { objectsIn } from '../a2a/values.ts';

/** `URLElicitationRequiredError` of the revision 2025-11-25. */
const urlsRequiredCode = -32_042;

/** The requests behind an error by which a server wants addresses to be opened before a call is repeated; empty = it is another error. */
export function requiredUrls({ code, data }: { code: number; data?: unknown }): JsonObject[] {
  if (code !== urlsRequiredCode) return [];
  const elicitations =
    typeof data === 'object' && data !== null && 'elicitations' in data ? data.elicitations : [];
  return objectsIn(elicitations, 20).map((params) => ({
    method: 'elicitation/create',
    params: { ...params, mode: 'url' },
  }));
}
