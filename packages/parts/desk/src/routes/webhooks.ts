import { say } from '@countersign/api/statements';
import { faultAt } from '@countersign/json/fault';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';

/** The addresses that are notified of blocking prompts: administrators only. */
export function registerWebhooks(app: ZodApp, deps: DeskDeps): void {
  const { webhooks } = deps;
  const unknown = (id: string) => new ProblemError('not-found', say('webhook.unknown', { id }));
  const requireOutside = (url: string) => {
    const objection = webhooks.objectionTo(url);
    if (objection === null) return;
    throw new ProblemError('address-refused', objection, { errors: [faultAt('/url', objection)] });
  };

  serve(app, 'GET /api/webhooks', async () => ({ items: await webhooks.list(), nextCursor: null }));

  serve(app, 'POST /api/webhooks', async (request, reply) => {
    requireOutside(request.body.url);
    const added = await webhooks.add(request.body, operatorOf(request));
    if (added === null) {
      throw new ProblemError('invalid-request', say('webhook.too-many'));
    }
    return reply.code(201).send(added);
  });

  serve(app, 'PUT /api/webhooks/:id', async (request) => {
    const { id } = request.params;
    requireOutside(request.body.url);
    const changed = await webhooks.change(id, request.body, operatorOf(request));
    if (changed === null) throw unknown(id);
    return changed;
  });

  serve(app, 'DELETE /api/webhooks/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await webhooks.remove(id, operatorOf(request)))) throw unknown(id);
    return reply.code(204).send(null);
  });

  serve(
    app,
    'POST /api/webhooks/:id/test',
    async (request) => {
      const { id } = request.params;
      const tested = await webhooks.test(id);
      if (tested === null) throw unknown(id);
      return tested;
    },
    { rateLimit: { max: 30, timeWindow: 60_000 } },
  );
}
