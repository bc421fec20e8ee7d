import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import {
  createdWebhookSchema,
  createWebhookSchema,
  webhookListSchema,
  webhookSchema,
} from '../webhook.ts';

/** Addresses that are called about prompts. */
export const webhooksRoutes = {
  'GET /api/webhooks': {
    summary: 'All webhooks',
    role: 'admin',
    answers: { 200: webhookListSchema },
    problems: [],
  },
  'POST /api/webhooks': {
    summary: 'Add a webhook; the secret that signs its calls is shown once',
    role: 'admin',
    body: createWebhookSchema,
    answers: { 201: createdWebhookSchema },
    problems: ['address-refused'],
  },
  'PUT /api/webhooks/:id': {
    summary: 'Change a webhook; its secret is unchanged',
    role: 'admin',
    body: createWebhookSchema,
    answers: { 200: webhookSchema },
    problems: ['not-found', 'address-refused'],
  },
  'DELETE /api/webhooks/:id': {
    summary: 'Remove a webhook',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'POST /api/webhooks/:id/test': {
    summary: 'Send one call of the type test; `lastDelivery` contains the result',
    role: 'admin',
    answers: { 200: webhookSchema },
    problems: ['not-found'],
  },
} satisfies RouteTable;
