import type { ZodApp } from '@countersign/server/http/zod-app';
import type { PeopleDeps } from './people-services.ts';
import { registerGroups } from './routes/groups.ts';
import { registerOperators } from './routes/operators.ts';
import { registerPasskeys } from './routes/passkeys.ts';
import { registerProvider } from './routes/provider.ts';
import { registerSession } from './routes/session.ts';
import { registerSessions } from './routes/sessions.ts';

/** The routes of operators, groups and sessions. */
export function registerPeople(app: ZodApp, deps: PeopleDeps): void {
  registerGroups(app, deps);
  registerOperators(app, deps);
  registerPasskeys(app, deps);
  registerProvider(app, deps);
  registerSession(app, deps);
  registerSessions(app, deps);
}
