import {
  type GatewayRoute,
  previewCallSchema,
  putGatewayPolicySchema,
  putGatewayRouteSchema,
} from '@countersign/api/gateway';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { demoText } from '../text/demo.ts';
import { notFound, problemResponse } from './problem-response.ts';

const none = () => new HttpResponse(null, { status: 204 });
const invalid = () => problemResponse(400, 'invalid-request', 'Invalid request');

/** The gateway of the demo: routes and policies are kept as long as the page; no call is made, as there is no server to make it. */
export function gatewayHandlers(): HttpHandler[] {
  const routes = new Map<string, GatewayRoute>();
  const put = (route: GatewayRoute) => {
    const { policy, service } = route;
    const state =
      policy === null ? 'no-policy' : policy.service === service ? 'open' : 'other-service';
    const kept = { ...route, state } as const;
    routes.set(route.route, kept);
    return kept;
  };
  return [
    http.get('*/api/gateway/routes', () => HttpResponse.json({ items: [...routes.values()] })),
    http.put('*/api/gateway/routes/:id', async ({ params, request }) => {
      const body = putGatewayRouteSchema.safeParse(await request.json());
      if (!body.success) return invalid();
      const route = String(params['id']);
      const policy = routes.get(route)?.policy ?? null;
      return HttpResponse.json(put({ route, ...body.data, policy, state: 'open', hosts: [] }));
    }),
    http.delete('*/api/gateway/routes/:id', ({ params }) =>
      routes.delete(String(params['id'])) ? none() : notFound(),
    ),
    http.get('*/api/gateway/history', () => HttpResponse.json({ items: [] })),
    http.get('*/api/gateway/policies', () =>
      HttpResponse.json({
        items: [...routes.values()].flatMap(({ policy }) => (policy === null ? [] : [policy])),
      }),
    ),
    http.put('*/api/gateway/policies/:id', async ({ params, request }) => {
      const route = routes.get(String(params['id']));
      const body = putGatewayPolicySchema.safeParse(await request.json());
      if (route === undefined) return notFound();
      if (!body.success) return invalid();
      const before = route.policy?.version ?? null;
      const { version = before, service: _, ...said } = body.data;
      if (version !== before) {
        const { policy } = route;
        return problemResponse(409, 'policy-changed', 'The policy has changed', { policy });
      }
      const place = { route: route.route, service: route.service };
      const policy = { ...said, ...place, version: (before ?? 0) + 1 };
      put({ ...route, policy });
      return HttpResponse.json(policy);
    }),
    http.delete('*/api/gateway/policies/:id', ({ params, request }) => {
      const route = routes.get(String(params['id']));
      if (route?.policy == null) return notFound();
      const { policy } = route;
      const version = new URL(request.url).searchParams.get('version');
      if (version !== null && Number(version) !== policy.version)
        return problemResponse(409, 'policy-changed', 'The policy has changed', { policy });
      put({ ...route, policy: null });
      return none();
    }),
    http.post('*/api/gateway/preview', async ({ request }) => {
      const body = previewCallSchema.safeParse(await request.json());
      if (!body.success) return invalid();
      return HttpResponse.json({
        ...{ connection: 'unsupported', refusal: demoText.noNetwork, refusalStatement: null },
        ...{ route: null, policy: null, call: null, sent: null, lost: [] },
      });
    }),
    http.post('*/api/gateway/calls', () =>
      HttpResponse.json({
        ...{ refusal: demoText.noNetwork, refusalStatement: null },
        ...{ taskId: null, state: null, answer: null, lost: [] },
      }),
    ),
  ];
}
