import { request as rawRequest } from 'node:http';
import { problemSlug } from '@countersign/api/problem';
import type { ProblemSlug } from '@countersign/api/problems';
import { type Area, routes as contracts, type RouteName } from '@countersign/api/routes';
import type { RouteContract } from '@countersign/api/routes/route';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Least = 'none' | 'viewer' | 'operator' | 'admin' | 'program';
type Role = Least | 'registrant';

/** The descriptions of the contracts have none themselves. */
type Description = 'GET /api/openapi.json' | `GET /api/openapi/${Area}.json`;

/**
 * Every route with the least role it needs, and the status for those who may use it, with unknown ids and an empty body. A new route
 * that is not listed here fails the first test.
 */
const routes: Record<RouteName | Description, [least: Least, status: number, query?: string]> = {
  'GET /health': ['none', 200],
  'GET /health/live': ['none', 200],
  'GET /health/ready': ['none', 200],
  'POST /api/session': ['none', 400],
  'DELETE /api/session': ['none', 204],
  'GET /api/me': ['viewer', 200],
  'GET /api/programs': ['admin', 200],
  'POST /api/programs': ['admin', 400],
  'POST /api/programs/:id/callback-secret': ['admin', 404],
  'DELETE /api/programs/:id': ['admin', 404],
  'POST /api/questions': ['program', 400],
  'GET /api/questions/:id': ['program', 404],
  'PATCH /api/questions/:id': ['program', 404],
  'DELETE /api/questions/:id': ['program', 404],
  'POST /api/questions/:id/result': ['program', 400],
  'POST /api/door/calls': ['program', 400],
  'GET /api/door/calls/:id': ['program', 404],
  'POST /api/door/calls/:id/take': ['program', 400],
  'DELETE /api/door/calls/:id': ['program', 404],
  'POST /api/door/results': ['program', 400],
  'GET /api/operators': ['admin', 200],
  'POST /api/operators': ['admin', 400],
  'PATCH /api/operators/:id': ['admin', 404],
  'DELETE /api/operators/:id': ['admin', 404],
  'GET /api/groups': ['viewer', 200],
  'POST /api/groups': ['admin', 400],
  'PATCH /api/groups/:id': ['admin', 404],
  'DELETE /api/groups/:id': ['admin', 404],
  'GET /api/open-sessions': ['viewer', 200],
  'DELETE /api/open-sessions/:id': ['viewer', 404],
  'GET /api/passkeys': ['viewer', 200],
  'POST /api/passkeys/registration': ['viewer', 400],
  'POST /api/passkeys/confirmation': ['viewer', 409],
  'POST /api/passkeys': ['viewer', 400],
  'POST /api/passkeys/:id/removal': ['viewer', 400],
  'POST /api/operators/:id/passkey-code': ['admin', 404],
  'POST /api/passkeys/sign-in': ['none', 409],
  'POST /api/step-ups': ['operator', 400],
  'POST /api/step-ups/confirmation': ['operator', 400],
  'GET /api/sign-in': ['none', 200],
  'POST /api/sign-in/provider': ['none', 404],
  'GET /api/protocols': ['viewer', 200],
  'GET /api/libraries': ['viewer', 200],
  'GET /api/agents': ['viewer', 200],
  'POST /api/agents': ['admin', 400],
  'POST /api/agents/test': ['admin', 400],
  'POST /api/agents/:id/check': ['admin', 404],
  'GET /api/agents/:id': ['viewer', 404],
  'GET /api/agents/:id/figures': ['viewer', 404],
  'GET /api/agents/:id/card': ['viewer', 404],
  'POST /api/callbacks/:runId': ['none', 401],
  'PATCH /api/agents/:id': ['admin', 404],
  'DELETE /api/agents/:id': ['admin', 404],
  'DELETE /api/agents/:id/dismissed-tools': ['operator', 404, '?tool=mail'],
  'GET /api/tasks': ['viewer', 200],
  'POST /api/tasks': ['operator', 400],
  'GET /api/tasks/:id': ['viewer', 404],
  'POST /api/tasks/:id/messages': ['operator', 400],
  'DELETE /api/tasks/:id/messages/:messageId': ['operator', 404],
  'POST /api/tasks/:id/control': ['operator', 400],
  'POST /api/tasks/:id/status': ['operator', 404],
  'POST /api/tasks/:id/restart': ['operator', 400],
  'GET /api/tasks/:id/activity': ['viewer', 404],
  'GET /api/tasks/:id/events': ['viewer', 404],
  'GET /api/tasks/:id/snapshot': ['viewer', 404],
  'GET /api/tasks/:id/times': ['viewer', 404],
  'GET /api/tasks/:id/blame': ['viewer', 404],
  'GET /api/tasks/:id/export': ['viewer', 404],
  'GET /api/policy': ['viewer', 200],
  'PUT /api/policy': ['admin', 400],
  'GET /api/policy/table': ['viewer', 200],
  'PUT /api/policy/table': ['admin', 400],
  'GET /api/policy/table/versions': ['viewer', 200],
  'POST /api/policy/table/trial': ['operator', 400],
  'GET /api/policy/table/file': ['viewer', 200],
  'POST /api/policy/table/file': ['operator', 400],
  'PUT /api/policy/table/stopped': ['operator', 400],
  'POST /api/policy/table/bypasses': ['admin', 400],
  'DELETE /api/policy/table/bypasses/:id': ['admin', 200],
  'DELETE /api/prompts/:id/vote': ['operator', 404],
  'GET /api/queue': ['viewer', 200],
  'GET /api/queue/counts': ['viewer', 200],
  'GET /api/queue/groups': ['viewer', 200],
  'GET /api/shift-notes': ['viewer', 200],
  'POST /api/shift-notes': ['operator', 400],
  'GET /api/queue/values': ['viewer', 200],
  'GET /api/prompts': ['viewer', 200],
  'GET /api/prompts/:id': ['viewer', 404],
  'POST /api/prompts/:id/decisions': ['operator', 400],
  'POST /api/prompts/:id/comments': ['operator', 400],
  'POST /api/prompts/:id/dismissal': ['operator', 400],
  'POST /api/prompts/:id/dismiss-tool': ['operator', 404],
  'POST /api/prompts/:id/preview': ['operator', 400],
  'POST /api/prompts/:id/check': ['operator', 400],
  'POST /api/prompts/:id/schema': ['operator', 404],
  'POST /api/prompts/:id/extension': ['operator', 400],
  'POST /api/prompts/:id/snooze': ['operator', 400],
  'DELETE /api/prompts/:id/snooze': ['operator', 404],
  'POST /api/prompts/:id/claim': ['operator', 404],
  'POST /api/prompts/:id/claim/keep': ['operator', 404],
  'DELETE /api/prompts/:id/claim': ['operator', 404],
  'GET /api/prompts/:id/draft': ['viewer', 404],
  'PUT /api/prompts/:id/draft': ['operator', 404],
  'DELETE /api/prompts/:id/draft': ['operator', 404],
  'GET /api/presence': ['viewer', 200],
  'PUT /api/prompts/:id/presence': ['viewer', 400],
  'POST /api/decisions': ['operator', 400],
  'POST /api/decisions/:id/recall': ['operator', 404],
  'POST /api/decisions/shown': ['operator', 400],
  'POST /api/decisions/recall': ['operator', 400],
  'GET /api/views': ['viewer', 200],
  'POST /api/views': ['operator', 400],
  'PUT /api/views/:id': ['operator', 400],
  'DELETE /api/views/:id': ['operator', 404],
  'GET /api/rules': ['viewer', 200],
  'POST /api/rules': ['admin', 400],
  'PUT /api/rules/stopped': ['operator', 400],
  'PUT /api/rules/:id': ['admin', 400],
  'DELETE /api/rules/:id': ['admin', 404],
  'POST /api/rules/:id/dry-run': ['admin', 404],
  'POST /api/rules/:id/enabled': ['admin', 400],
  'GET /api/webhooks': ['admin', 200],
  'POST /api/webhooks': ['admin', 400],
  'PUT /api/webhooks/:id': ['admin', 400],
  'DELETE /api/webhooks/:id': ['admin', 404],
  'POST /api/webhooks/:id/test': ['admin', 404],
  'GET /api/registry/services': ['viewer', 200],
  'GET /api/registry/services/:id': ['viewer', 404],
  'GET /api/registry/services/:id/history': ['viewer', 200],
  'GET /api/registry/leases': ['viewer', 200],
  'POST /api/registry/check': ['viewer', 400],
  'POST /api/registry/services': ['operator', 400],
  'PUT /api/registry/services/:id': ['operator', 400],
  'DELETE /api/registry/services/:id': ['operator', 404],
  'POST /api/registry/services/:id/renewal': ['operator', 404],
  'GET /api/registry/tree': ['viewer', 200],
  'GET /api/registry/tree/:id/services': ['viewer', 200],
  'DELETE /api/registry/tree/:id': ['admin', 404],
  'POST /api/registry/search': ['viewer', 400],
  'GET /api/gateway/policies': ['viewer', 200],
  'PUT /api/gateway/policies/:id': ['admin', 400],
  'DELETE /api/gateway/policies/:id': ['admin', 404],
  'GET /api/gateway/routes': ['viewer', 200],
  'PUT /api/gateway/routes/:id': ['operator', 400],
  'DELETE /api/gateway/routes/:id': ['operator', 404],
  'GET /api/gateway/history': ['viewer', 200],
  'POST /api/gateway/preview': ['operator', 400],
  'POST /api/gateway/calls': ['operator', 400],
  'GET /api/environment/grants': ['viewer', 200],
  'DELETE /api/environment/grants/:id': ['operator', 404],
  'GET /api/environment/signifiers': ['viewer', 200],
  'GET /api/environment/signifiers/:id': ['viewer', 404],
  'PUT /api/environment/signifiers/:id/note': ['operator', 400],
  'POST /api/environment/comparison': ['viewer', 400],
  'POST /api/environment/selection': ['viewer', 400],
  'GET /api/environment/artifacts': ['viewer', 200],
  'POST /api/environment/artifacts': ['admin', 400],
  'GET /api/environment/artifacts/:id': ['viewer', 404],
  'POST /api/environment/artifacts/:id/synchronisation': ['operator', 404],
  'POST /api/environment/artifacts/:id/approval': ['operator', 400],
  'DELETE /api/environment/artifacts/:id': ['admin', 404],
  'PUT /api/environment/artifacts/:id/policy': ['admin', 400],
  'POST /api/environment/signifiers/:id/preview': ['viewer', 404],
  'POST /api/environment/calls': ['operator', 400],
  'GET /api/environment/calls/:id': ['viewer', 404],
  'GET /api/environment/profile/:id/trail': ['viewer', 404],
  'GET /api/environment/profiles': ['viewer', 200],
  'GET /api/environment/profile/:id': ['viewer', 404],
  'PUT /api/environment/profile/:id': ['operator', 400],
  'DELETE /api/environment/profile/:id': ['operator', 404],
  'GET /api/knowledge/memories': ['viewer', 200],
  'POST /api/knowledge/memories': ['operator', 400],
  'GET /api/knowledge/memories/:id': ['viewer', 404],
  'PATCH /api/knowledge/memories/:id': ['operator', 400],
  'DELETE /api/knowledge/memories/:id': ['admin', 404],
  'POST /api/knowledge/memories/:id/layer': ['operator', 400],
  'GET /api/knowledge/values': ['viewer', 200],
  'GET /api/knowledge/graph': ['viewer', 200],
  'POST /api/knowledge/retrieval': ['viewer', 400],
  'POST /api/knowledge/reviews': ['operator', 400],
  'GET /api/knowledge/given': ['viewer', 200],
  'GET /api/knowledge/settings': ['viewer', 200],
  'PUT /api/knowledge/settings': ['admin', 400],
  'GET /api/insights': ['viewer', 400],
  'GET /api/insights/questions': ['viewer', 400],
  'GET /api/knowledge/figures': ['viewer', 200],
  'POST /api/knowledge/extractions/preview': ['operator', 400],
  'POST /api/knowledge/extractions': ['operator', 400],
  'GET /api/knowledge/extractions': ['viewer', 200],
  'POST /api/knowledge/extractions/decisions': ['operator', 400],
  'GET /api/knowledge/rules': ['viewer', 200],
  'POST /api/knowledge/rules': ['admin', 400],
  'DELETE /api/knowledge/rules/:id': ['admin', 404],
  'GET /api/knowledge/shared': ['viewer', 200],
  'DELETE /api/knowledge/shared/:id': ['operator', 404],
  'GET /api/knowledge/incoming': ['viewer', 200],
  'POST /api/knowledge/incoming': ['operator', 400],
  'POST /api/knowledge/incoming/decisions': ['operator', 400],
  'GET /api/knowledge/questions': ['viewer', 200],
  'GET /api/knowledge/questions/:id': ['viewer', 404],
  'POST /api/knowledge/questions/:id/raise': ['operator', 404],
  'POST /api/knowledge/packs/preview': ['operator', 400],
  'POST /api/knowledge/packs': ['admin', 400],
  'GET /api/knowledge/packs': ['viewer', 200],
  'GET /api/knowledge/identity': ['viewer', 200],
  'GET /api/knowledge/keys': ['viewer', 200],
  'POST /api/knowledge/keys': ['admin', 400],
  'DELETE /api/knowledge/keys/:id': ['admin', 404],
  'POST /api/knowledge/fetches': ['operator', 400],
  'GET /api/audit': ['operator', 200],
  'GET /api/audit/export': ['operator', 200],
  'GET /api/audit/entries/:id': ['operator', 404],
  'GET /api/audit/entries/:id/evidence': ['operator', 404],
  'GET /api/tasks/:id/evidence': ['operator', 404],
  'GET /.well-known/jwks.json': ['none', 200],
  'POST /api/receipts/keys': ['admin', 201],
  'POST /api/executions': ['none', 400],
  'GET /api/audit/verify': ['operator', 200],
  // An opened stream does not end: requested so that it is refused.
  'GET /api/stream': ['viewer', 400, '?facts=some'],
  'GET /api/openapi.json': ['viewer', 200],
  'GET /api/openapi/administration.json': ['viewer', 200],
  'GET /api/openapi/agents.json': ['viewer', 200],
  'GET /api/openapi/doors.json': ['viewer', 200],
  'GET /api/openapi/audit.json': ['viewer', 200],
  'GET /api/openapi/environment.json': ['viewer', 200],
  'GET /api/openapi/gateway.json': ['viewer', 200],
  'GET /api/openapi/insights.json': ['viewer', 200],
  'GET /api/openapi/knowledge.json': ['viewer', 200],
  'GET /api/openapi/people.json': ['viewer', 200],
  'GET /api/openapi/policy.json': ['viewer', 200],
  'GET /api/openapi/prompts.json': ['viewer', 200],
  'GET /api/openapi/questions.json': ['viewer', 200],
  'GET /api/openapi/registry.json': ['viewer', 200],
  'GET /api/openapi/rules.json': ['viewer', 200],
  'GET /api/openapi/session.json': ['viewer', 200],
  'GET /api/openapi/tasks.json': ['viewer', 200],
};

const order: Least[] = ['none', 'viewer', 'operator', 'admin'];
const cases = Object.entries(routes).map(([route, [least, status, query = '']]) => {
  const [method, path = ''] = route.split(' ');
  return {
    route,
    least,
    status,
    method: method as Method,
    path: path.replace(':id', 'none') + query,
  };
});

let harness: Harness;
const tokens: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  harness = await startHarness();
  for (const role of [...order.slice(1), 'registrant' as const]) {
    const { body } = await harness.request('POST', '/api/operators', {
      id: `one-${role}`,
      name: role,
      role,
    });
    tokens[role] = body.token;
  }
  const script = { name: 'Script', via: 'http' };
  tokens.program = (await harness.request('POST', '/api/programs', script)).body.token;
});
afterAll(() => harness.close());

const ask = async (
  method: Method,
  url: string,
  role: Role,
  payload?: string,
  type = 'application/json',
) => {
  const token = tokens[role];
  return harness.app.inject({
    method,
    url,
    headers: {
      host: '127.0.0.1',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
};

it('knows every route of the server', () => {
  const found: string[] = [];
  const path: string[] = [];
  for (const line of harness.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(.*?)(\/.*|\*.*|:.*) \((.+)\)$/.exec(line);
    if (match === null) continue;
    const depth = (match[1]?.length ?? 0) / 4;
    path.splice(depth - 1, path.length, match[2] ?? '');
    for (const method of (match[3] ?? '').split(', ')) {
      if (method !== 'HEAD') found.push(`${method} ${path.join('')}`);
    }
  }
  // Where the identity provider sends browsers back to has no contract.
  // The MCP endpoints, the registry of services, the gateway and the libraries have the contracts of others, and their own tests.
  const api = found.filter(
    (route) =>
      !/ (\/sign-in\/provider$|\/(npm|packages|simple)\/|\/mcp(\/environment|\/profiles\/:id)?$|\/api\/uap\/|\/api\/gateway\/(a2a|mcp|acp|hai|ag-ui)\b)/.test(
        route,
      ),
  );
  expect(found.length - api.length).toBe(3 * 3 + 18 + 18 + 5 + 1);
  expect(api.toSorted()).toEqual(Object.keys(routes).toSorted());
});

it('has a contract for every route, and a route for every contract', () => {
  const descriptions = Object.keys(routes).filter((route) => route.includes(' /api/openapi'));
  expect([...Object.keys(contracts), ...descriptions].toSorted()).toEqual(
    Object.keys(routes).toSorted(),
  );
});

/** Problems that any route may return: of the session, of the request, of the server. */
const commonProblems: readonly ProblemSlug[] = [
  'unauthorized',
  'forbidden',
  'invalid-request',
  'too-large',
  'uri-too-long',
  'unsupported-media-type',
  'rate-limited',
  'internal',
  'store-damaged',
  'not-ready',
];

/** That a route's refusals conform to its contract. */
function expectReportedOf(route: string, problem: string): void {
  const contract = Object.entries(contracts).find(([name]) => name === route)?.[1];
  const reported: readonly string[] = [...commonProblems, ...(contract?.problems ?? [])];
  expect(reported, route).toContain(problemSlug(JSON.parse(problem)));
}

it.each(cases)('$route is for $least and above', async ({ route, method, path, least, status }) => {
  for (const role of [...order, 'program' as const]) {
    const { statusCode, headers, payload } = await ask(
      method,
      path,
      role,
      method === 'GET' ? undefined : '{}',
    );
    const isAllowed =
      least === 'program' || role === 'program'
        ? least === role || least === 'none'
        : order.indexOf(role) >= order.indexOf(least);
    const refused = role === 'none' ? 401 : 403;
    expect([role, statusCode]).toEqual([role, isAllowed ? status : refused]);
    if (statusCode < 400) continue;
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expectReportedOf(route, payload);
  }
});

const isForRegistrants = (route: string) =>
  Object.entries<RouteContract>(contracts).some(
    ([name, { registrants }]) => name === route && registrants === true,
  );

it.each(cases.filter(({ least, route }) => least !== 'none' && !isForRegistrants(route)))(
  '$route is not for registrants of services',
  async ({ method, path }) => {
    const { statusCode } = await ask(
      method,
      path,
      'registrant',
      method === 'GET' ? undefined : '{}',
    );
    expect(statusCode).toBe(403);
  },
);

const deep = (levels: number) => `{"value":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const hostile: [name: string, payload: string, type?: string][] = [
  ['no JSON', '{"half'],
  ['a number', '7'],
  ['null', 'null'],
  ['an array', '[[[]]]'],
  ['another type', 'a=b', 'application/x-www-form-urlencoded'],
  ['depth beyond reason', deep(100_000)],
  ['depth beyond use', deep(2_000)],
  ['a prototype', '{"__proto__":{"role":"admin"}}'],
  ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
  ['more than is taken', `{"value":"${'x'.repeat(2 * 1024 * 1024)}"}`],
];
it.each(cases.filter(({ method }) => method !== 'GET'))(
  '$route responds to nonsense with a problem',
  async ({ route, method, path, status, least }) => {
    for (const [name, payload, type] of hostile) {
      const answer = await ask(method, path, least === 'program' ? least : 'admin', payload, type);
      // A route that takes no body, or any, responds as it would anyway.
      const isFine = answer.statusCode === status;
      if (!isFine)
        expect([name, answer.statusCode]).toEqual([name, expect.toBeOneOf([400, 413, 415])]);
      if (answer.statusCode >= 400) {
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
        expect(answer.payload.length).toBeLessThan(20_000);
        expectReportedOf(route, answer.payload);
      }
    }
  },
  30_000,
);

it.each([
  '/%61pi/agents',
  '/a%70i/audit',
  '/api%2Fagents',
  '//api/agents',
  '/API/agents',
  '/x/../api/agents',
  '/%2561pi/agents',
  '/api/agents/',
  '/api/agents;x=1',
])('%s does not bypass the guard', async (path) => {
  const { statusCode } = await ask('GET', path, 'none');
  expect(statusCode).toBeOneOf([401, 404]);
});

it('an address that contains the name of a server does not bypass the guard', async () => {
  const url = new URL(await harness.listen());
  const status = await new Promise((resolve, reject) => {
    const { hostname: host, port } = url;
    rawRequest({ host, port, path: `${url.origin}/api/agents` }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(401);
});
