import { Readable } from 'node:stream';
import { exportAudit } from '../audit/audit-export.ts';
import { listAudit } from '../audit/audit-log.ts';
import { noteAudit } from '../audit/audit-operations.ts';
import { verifyStore } from '../audit/verify-audit.ts';
import { operatorOf } from '../guard/guard.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import type { KernelDeps } from '../kernel.ts';

/** The log of what people, rules and programs did, as a hash chain. */
export function registerAudit(app: ZodApp, deps: KernelDeps): void {
  const { journal, sealedMark } = deps;

  serve(app, 'GET /api/audit', async (request) => listAudit(journal, request.query));

  serve(app, 'GET /api/audit/export', async (request, reply) => {
    const { format, ...filter } = request.query;
    const operator = operatorOf(request).id;
    // Recorded first: what was read is in the audit also if the connection is lost.
    if (journal.readsOnly === null) {
      const detail = { about: 'audit', format, filter };
      await journal.commit(noteAudit, {
        ...{ operator, action: 'export:audit', threadId: null, detail },
      });
    }
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
      .header('content-disposition', `attachment; filename="audit.${format}"`)
      .send(Readable.from(exportAudit(journal, filter, format)));
  });

  serve(app, 'GET /api/audit/verify', async () => verifyStore(journal, sealedMark));
}
