import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { evidenceFile } from '../evidence-file.ts';
import { readRecord } from '../record.ts';

/** One entry of the audit, with everything that proves it. */
export function registerRecords(
  app: ZodApp,
  { journal, clock }: Pick<Kernel, 'journal' | 'clock'>,
): void {
  serve(app, 'GET /api/audit/entries/:id', async (request) => {
    const { id } = request.params;
    const record = /^[1-9]\d{0,14}$/.test(id) ? await readRecord(journal, Number(id)) : null;
    if (record === null) throw new ProblemError('not-found', say('audit.unknown', { number: id }));
    return record;
  });

  serve(app, 'GET /api/audit/entries/:id/evidence', async (request, reply) => {
    const { id } = request.params;
    const file = await evidence('entry', id, request);
    if (file === null) throw new ProblemError('not-found', say('audit.unknown', { number: id }));
    return send(reply, file);
  });

  serve(app, 'GET /api/tasks/:id/evidence', async (request, reply) => {
    const { id } = request.params;
    const file = await evidence('task', id, request);
    if (file === null) throw new ProblemError('not-found', say('task.unknown', { id }));
    return send(reply, file);
  });

  function evidence(
    kind: 'entry' | 'task',
    subject: string,
    request: FastifyRequest<{ Querystring: { language: 'en' | 'zh-CN' } }>,
  ): Promise<string | null> {
    const { language } = request.query;
    return evidenceFile(journal, {
      ...{ kind, subject, language, by: operatorOf(request), now: clock.now() },
    });
  }
}

/** To be saved, never shown under the address of the console. */
const send = (reply: FastifyReply, file: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-disposition', 'attachment; filename="evidence.html"')
    .send(file);
