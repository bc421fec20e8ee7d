import { storeStateSchema } from '@countersign/api/store-state';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { tellCounts } from '../controls/control-operations.ts';
import type { ZodApp } from '../http/zod-app.ts';

const okSchema = z.object({ status: z.literal('ok') });
const healthSchema = okSchema.extend({ store: storeStateSchema });

/** For whoever watches the process: without signing in, and without the prefix. */
export function registerHealth(app: ZodApp, deps: AppDeps): void {
  app.get(
    '/health',
    {
      schema: {
        summary: 'The process answers; whether the store takes writes',
        response: { 200: healthSchema },
      },
    },
    async () => ({ status: 'ok' as const, store: deps.journal.state() }),
  );

  app.get(
    '/ready',
    { schema: { summary: 'The store takes writes', response: { 200: okSchema } } },
    async () => {
      // It writes, or rejects with what a request is answered with.
      await deps.journal.commit(tellCounts, null);
      return { status: 'ok' as const };
    },
  );
}
