import type { RouteBody } from '@countersign/api/routes';
import type { Call } from '../call.ts';

/** Sessions, and who is signed in. */
export const operatorCalls = (call: Call) => ({
  createSession: (credential: RouteBody<'POST /api/session'>) =>
    call('POST /api/session', { body: credential }),
  deleteSession: () => call('DELETE /api/session'),
  getMe: (signal?: AbortSignal) => call('GET /api/me', { signal }),
});
