import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { listAudit, verifyAudit } from '../audit/audit-log.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** Who did what, in a chain that shows tampering. */
export function registerAudit(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;
  const config = { role: 'operator' as const };

  app.get(
    '/api/audit',
    {
      config,
      schema: {
        summary: 'Audit rows, newest first, with the hash chain',
        querystring: z.object({
          task: z.string().optional(),
          operator: z.string().optional(),
          cursor: z.string().optional(),
          limit: z.coerce.number().int().min(1).max(500).default(100),
        }),
        response: {
          200: z.object({
            items: z.array(z.record(z.string(), z.unknown())),
            nextCursor: z.string().nullable(),
          }),
        },
      },
    },
    async (request) => listAudit(journal, request.query),
  );

  app.get(
    '/api/audit/verify',
    {
      config,
      schema: {
        summary: 'Recompute the hash chain',
        response: {
          200: z.object({ ok: z.boolean(), rows: z.number(), brokenAt: z.number().nullable() }),
        },
      },
    },
    async () => verifyAudit(journal),
  );
}
