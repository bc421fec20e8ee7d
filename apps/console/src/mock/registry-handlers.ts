import type { Agent } from '@countersign/api/agent';
import type { RegisteredService, RegistryHits } from '@countersign/api/registry';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { demoText } from '../text/demo.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

const refused = () =>
  problemResponse(403, 'forbidden', 'Not allowed', { detail: demoText.noNetwork });

const leaseMs = 60_000;
const renewalMs = 15_000;

/** An agent of the demo as if it had registered itself and renewed its lease every 15 s. */
function registered({ id, name, protocol, url }: Agent, now: number): RegisteredService {
  const endsAt = now - (now % renewalMs) + leaseMs;
  return {
    ...{ id, name, agentProtocol: protocol, address: url, ephemeral: true, health: 'healthy' },
    lease: { phase: 'renewed', endsAt, lengthMs: leaseMs },
    ...{
      tags: [],
      instances: 1,
      registeredBy: 'registrant',
      registeredAt: now - (now % 3_600_000),
    },
  };
}

const profileOf = ({ name, description, url }: Agent) => ({
  ...{ name, description: description ?? '', version: '', url, skills: [] },
  ...{ inputModes: [], outputModes: [], owner: null, documentationUrl: '' },
  ...{ streaming: null, pushNotifications: null, security: [] },
});

/** The registry of the demo: its agents, found by the words of their names and descriptions. */
export function registryHandlers(server: DemoServer): HttpHandler[] {
  const textOf = ({ name, description }: Agent) => `${name} ${description ?? ''}`.toLowerCase();
  return [
    http.get('*/api/registry/services', ({ request }) => {
      const q = (new URL(request.url).searchParams.get('q') ?? '').toLowerCase();
      const items = server.agents
        .filter((agent) => `${textOf(agent)} ${agent.url}`.includes(q))
        .map((agent) => registered(agent, server.now()));
      const all = server.agents.length;
      return HttpResponse.json({ items, found: items.length, all, unhealthy: 0 });
    }),
    http.get('*/api/registry/services/:id', ({ params }) => {
      const agent = server.agents.find(({ id }) => id === params['id']);
      if (agent === undefined) return notFound();
      const service = registered(agent, server.now());
      const json = JSON.stringify(service, null, 2);
      return HttpResponse.json({ service, profile: profileOf(agent), others: [], json });
    }),
    http.get('*/api/registry/services/:id/history', ({ params }) => {
      const agent = server.agents.find(({ id }) => id === params['id']);
      if (agent === undefined) return HttpResponse.json({ items: [] });
      const { registeredAt: at, registeredBy: by } = registered(agent, server.now());
      return HttpResponse.json({ items: [{ at, by, action: 'service:register' }] });
    }),
    http.get('*/api/registry/tree', () => {
      const services = server.agents.length;
      const own = {
        ...{ id: 'countersign', above: [], connected: true },
        ...{ services, unhealthy: 0, stale: false },
      };
      const registries = [{ ...own, lastContactAt: null, by: null }];
      return HttpResponse.json({ self: 'countersign', parent: null, registries, unlisted: 0 });
    }),
    http.get('*/api/registry/tree/:id/services', () => {
      const items = server.agents.map((agent) => {
        const { id, name, agentProtocol, address, health } = registered(agent, server.now());
        return { id, name, agentProtocol, address, health, stale: false };
      });
      return HttpResponse.json({ items, all: items.length });
    }),
    http.delete('*/api/registry/tree/:id', notFound),
    http.get('*/api/registry/leases', () => {
      const items = server.agents.map((agent) => registered(agent, server.now()));
      return HttpResponse.json({ items, renewed: items.length, late: 0, unhealthy: 0 });
    }),
    http.post<never, { entry: Record<string, unknown> }>(
      '*/api/registry/check',
      async ({ request }) => {
        const { entry } = await request.json();
        const reported = { faults: [], existing: null, before: null };
        return HttpResponse.json({ ...reported, id: 'demo', after: entry });
      },
    ),
    // The demo has no registry that would keep it.
    http.post('*/api/registry/services', refused),
    http.put('*/api/registry/services/:id', refused),
    http.delete('*/api/registry/services/:id', refused),
    http.post('*/api/registry/services/:id/renewal', () => new HttpResponse(null, { status: 204 })),
    http.post<never, { query: string }>('*/api/registry/search', async ({ request }) => {
      const { query } = await request.json();
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const items: RegistryHits['items'] = server.agents.flatMap((agent) => {
        const here = words.filter((word) => textOf(agent).includes(word));
        if (here.length === 0) return [];
        const description = agent.description ?? '';
        return {
          ...{ service: registered(agent, server.now()), description, method: 'lexical' as const },
          ...{ registry: null, stale: false },
          score: here.length / words.length,
          reasons: [{ field: 'description' as const, text: description }],
        };
      });
      return HttpResponse.json({
        items: items.toSorted((a, b) => b.score - a.score),
        meaning: 'off',
      });
    }),
  ];
}
