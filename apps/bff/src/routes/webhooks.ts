import {
  createdWebhookSchema,
  createWebhookSchema,
  webhookListSchema,
  webhookSchema,
} from '@countersign/api/webhook';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';

const idParams = z.object({ id: z.string() });

/** The addresses that are told of prompts that block: administrators only. */
export function registerWebhooks(app: ZodApp, deps: AppDeps): void {
  const { webhooks } = deps;
  const unknown = (id: string) => new ProblemError('not-found', `There is no webhook ${id}.`);
  const requireOutside = (url: string) => {
    const message = webhooks.objectionTo(url);
    if (message === null) return;
    throw new ProblemError('address-refused', message, { errors: [{ path: '/url', message }] });
  };

  app.get(
    '/api/webhooks',
    {
      config: { role: 'admin' },
      schema: { summary: 'All webhooks', response: { 200: webhookListSchema } },
    },
    async () => ({ items: webhooks.list(), nextCursor: null }),
  );

  app.post(
    '/api/webhooks',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Add a webhook; the secret that signs its calls is shown once',
        body: createWebhookSchema,
        response: { 201: createdWebhookSchema },
      },
    },
    async (request, reply) => {
      requireOutside(request.body.url);
      const added = await webhooks.add(request.body, operatorOf(request));
      if (added === null) {
        throw new ProblemError('invalid-request', 'There are too many webhooks. Remove one first.');
      }
      return reply.code(201).send(added);
    },
  );

  app.put(
    '/api/webhooks/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Change a webhook; its secret stays',
        params: idParams,
        body: createWebhookSchema,
        response: { 200: webhookSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      requireOutside(request.body.url);
      const changed = await webhooks.change(id, request.body, operatorOf(request));
      if (changed === null) throw unknown(id);
      return changed;
    },
  );

  app.delete(
    '/api/webhooks/:id',
    {
      config: { role: 'admin' },
      schema: { summary: 'Remove a webhook', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await webhooks.remove(id, operatorOf(request)))) throw unknown(id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/webhooks/:id/test',
    {
      config: { role: 'admin', rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        summary: 'Send a call of the type test, once; `lastDelivery` says how it went',
        params: idParams,
        response: { 200: webhookSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const tested = await webhooks.test(id);
      if (tested === null) throw unknown(id);
      return tested;
    },
  );
}
