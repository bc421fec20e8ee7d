import {
  changeOperatorSchema,
  createOperatorSchema,
  type Operator,
} from '@countersign/api/operator';
import { changePolicySchema } from '@countersign/api/policy';
import { createViewSchema, type SavedView } from '@countersign/api/view';
import { createWebhookSchema, type Webhook } from '@countersign/api/webhook';
import { nextPolicy } from '@countersign/desk/policy';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { demoText } from '../text/demo.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const none = () => new HttpResponse(null, { status: 204 });
const invalid = (detail = '') =>
  problemResponse(400, 'invalid-request', 'Invalid request', { detail });

/** What is set, kept as long as the page: policy, saved views, operators, webhooks. */
export function settingsHandlers(server: DemoServer): HttpHandler[] {
  return [
    http.get('*/api/policy', () => HttpResponse.json(server.policy)),
    http.put('*/api/policy', async ({ request }) => {
      const body = changePolicySchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message);
      const { policy } = server;
      const next = nextPolicy(policy, body.data, { operatorId: server.me.id, at: server.now() });
      if (next === null) {
        return problemResponse(409, 'policy-changed', 'The policy has changed', { policy });
      }
      server.policy = next;
      return HttpResponse.json(next);
    }),
    // The demo has no server that a program could call.
    http.get('*/api/mcp-clients', () => page([])),
    http.post('*/api/mcp-clients', () => invalid()),
    http.delete('*/api/mcp-clients/:id', notFound),
    ...viewHandlers(server),
    ...operatorHandlers(server),
    ...webhookHandlers(server),
  ];
}

function viewHandlers({ house, me, now }: DemoServer): HttpHandler[] {
  const views = new Map<string, SavedView>();
  const keep = async (id: string, request: Request, status: number) => {
    const body = createViewSchema.safeParse(await request.json());
    if (!body.success) return invalid(body.error.issues[0]?.message);
    const view = { ...body.data, id, owner: me.id, ownerName: me.name, updatedAt: now() };
    views.set(id, view);
    return HttpResponse.json(view, { status });
  };
  return [
    http.get('*/api/views', () => page([...views.values()])),
    http.post('*/api/views', ({ request }) => keep(house.ports.createId(), request, 201)),
    http.put('*/api/views/:id', ({ params, request }) => {
      const id = String(params['id']);
      return views.has(id) ? keep(id, request, 200) : notFound();
    }),
    http.delete('*/api/views/:id', ({ params }) =>
      views.delete(String(params['id'])) ? none() : notFound(),
    ),
  ];
}

function operatorHandlers({ house, me }: DemoServer): HttpHandler[] {
  const operators = new Map<string, Operator>([[me.id, me]]);
  return [
    http.get('*/api/operators', () => page([...operators.values()])),
    http.post('*/api/operators', async ({ request }) => {
      const body = createOperatorSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message);
      if (operators.has(body.data.id)) {
        return problemResponse(409, 'operator-exists', 'There is an operator with this id');
      }
      operators.set(body.data.id, body.data);
      return HttpResponse.json({ ...body.data, token: house.ports.createId() }, { status: 201 });
    }),
    http.patch('*/api/operators/:id', async ({ params, request }) => {
      const before = operators.get(String(params['id']));
      const body = changeOperatorSchema.safeParse(await request.json());
      if (before === undefined) return notFound();
      if (!body.success) return invalid(body.error.issues[0]?.message);
      const { name = before.name, role = before.role, groups = before.groups } = body.data;
      const operator = { id: before.id, name, role, groups };
      operators.set(operator.id, operator);
      return HttpResponse.json(operator);
    }),
    http.delete('*/api/operators/:id', ({ params }) =>
      operators.delete(String(params['id'])) ? none() : notFound(),
    ),
  ];
}

function webhookHandlers({ house, me, now }: DemoServer): HttpHandler[] {
  const webhooks = new Map<string, Webhook>();
  const keep = async (id: string, request: Request) => {
    const body = createWebhookSchema.safeParse(await request.json());
    if (!body.success) return null;
    const before = webhooks.get(id);
    const webhook: Webhook = {
      ...body.data,
      id,
      createdBy: me.name,
      lastDelivery: before?.lastDelivery ?? null,
    };
    webhooks.set(id, webhook);
    return webhook;
  };
  return [
    http.get('*/api/webhooks', () => page([...webhooks.values()])),
    http.post('*/api/webhooks', async ({ request }) => {
      const webhook = await keep(house.ports.createId(), request);
      if (webhook === null) return invalid();
      const secret = `whsec_${btoa(house.ports.createId())}`;
      return HttpResponse.json({ ...webhook, secret }, { status: 201 });
    }),
    http.put('*/api/webhooks/:id', async ({ params, request }) => {
      const id = String(params['id']);
      if (!webhooks.has(id)) return notFound();
      const webhook = await keep(id, request);
      return webhook === null ? invalid() : HttpResponse.json(webhook);
    }),
    http.delete('*/api/webhooks/:id', ({ params }) =>
      webhooks.delete(String(params['id'])) ? none() : notFound(),
    ),
    // Nothing is sent from the page: the call fails, and its row shows why.
    http.post('*/api/webhooks/:id/test', ({ params }) => {
      const before = webhooks.get(String(params['id']));
      if (before === undefined) return notFound();
      const webhook: Webhook = {
        ...before,
        lastDelivery: {
          at: now(),
          promptId: null,
          ok: false,
          status: null,
          attempts: 1,
          detail: demoText.noCalls,
        },
      };
      webhooks.set(webhook.id, webhook);
      return HttpResponse.json(webhook);
    }),
  ];
}
