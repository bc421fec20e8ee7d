import type { ZodApp } from '@countersign/server/http/zod-app';
import type { PeopleDeps } from './people-services.ts';
import { registerOperators } from './routes/operators.ts';
import { registerSession } from './routes/session.ts';

/** The routes of operators and sessions. */
export function registerPeople(app: ZodApp, deps: PeopleDeps): void {
  registerOperators(app, deps);
  registerSession(app, deps);
}
