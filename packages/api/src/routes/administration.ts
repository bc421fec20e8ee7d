import { z } from 'zod';
import {
  changeOperatorSchema,
  createdOperatorSchema,
  createOperatorSchema,
  operatorSchema,
} from '../operator.ts';
import { changePolicySchema, policySchema } from '../settings/policy.ts';
import {
  createdWebhookSchema,
  createWebhookSchema,
  webhookListSchema,
  webhookSchema,
} from '../webhook.ts';
import type { RouteTable } from './route.ts';

/** What administrators set. */
export const administrationRoutes = {
  'GET /api/operators': {
    summary: 'All operators',
    role: 'admin',
    auditors: true,
    answers: { 200: z.object({ items: z.array(operatorSchema), nextCursor: z.null() }) },
    problems: [],
  },
  'POST /api/operators': {
    summary: 'Add a named operator; the token is shown once',
    role: 'admin',
    body: createOperatorSchema,
    answers: { 201: createdOperatorSchema },
    problems: ['operator-exists'],
  },
  'PATCH /api/operators/:id': {
    summary: 'Change name, role or groups; applies to open sessions at once',
    role: 'admin',
    body: changeOperatorSchema,
    answers: { 200: operatorSchema },
    problems: ['not-found'],
  },
  'DELETE /api/operators/:id': {
    summary: 'Remove an operator: sessions and streams end, claims are released',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/policy': {
    summary: 'The current policy',
    answers: { 200: policySchema },
    problems: [],
  },
  'PUT /api/policy': {
    summary: 'Store the next version of the policy, for prompts that are opened from now on',
    description: '409 policy-changed contains the newer version.',
    role: 'admin',
    body: changePolicySchema,
    answers: { 200: policySchema },
    problems: ['policy-changed'],
  },
  'GET /api/webhooks': {
    summary: 'All webhooks',
    role: 'admin',
    auditors: true,
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
