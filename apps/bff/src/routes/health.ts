import type { AppDeps } from '../app-deps.ts';
import { tellCounts } from '../controls/control-operations.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** For monitoring of the process: without signing in, and without the prefix. */
export function registerHealth(app: ZodApp, deps: AppDeps): void {
  serve(app, 'GET /health', async () => ({ status: 'ok' as const, store: deps.journal.state() }));

  serve(app, 'GET /ready', async () => {
    // Tests a write; rejects with the error for the response.
    await deps.journal.commit(tellCounts, null);
    return { status: 'ok' as const };
  });
}
