import { listAudit } from '../audit/audit-log.ts';
import { verifyStore } from '../audit/verify-audit.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import type { KernelDeps } from '../kernel.ts';

/** The log of operators' actions, as a hash chain. */
export function registerAudit(app: ZodApp, deps: KernelDeps): void {
  const { journal, sealedMark } = deps;

  serve(app, 'GET /api/audit', async (request) => listAudit(journal, request.query));

  serve(app, 'GET /api/audit/verify', async () => verifyStore(journal, sealedMark));
}
