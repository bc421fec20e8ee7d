import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Callback } from '@countersign/adapters/protocol/wire';

/** Where agents report that a run has progressed: one address and one token per run. */
export interface Callbacks {
  of(runId: string): Callback;
  accepts(runId: string, token: string): boolean;
}

/** The tokens are derived from the server's key: they outlive a restart, and none is stored. */
export function createCallbacks(key: Buffer, origin: () => string): Callbacks {
  const tokenOf = (runId: string) =>
    createHmac('sha256', key).update(`callback:${runId}`).digest('base64url');
  return {
    of: (runId) => ({
      url: `${origin()}/api/callbacks/${encodeURIComponent(runId)}`,
      token: tokenOf(runId),
    }),
    accepts(runId, token) {
      const expected = Buffer.from(tokenOf(runId));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
