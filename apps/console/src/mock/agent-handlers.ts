import { type Agent, type AgentFigures, createAgentSchema } from '@countersign/api/agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { demoProtocols, withProtocolNames } from './demo-protocols.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

/** An agent as the browser may see it: names of headers, never their values. */
function shown(body: AgentDescriptor, before: Agent | null): Agent {
  return withProtocolNames({
    id: body.id,
    name: body.name,
    protocol: body.protocol,
    spoke: before?.spoke ?? null,
    url: body.url,
    description: body.description ?? null,
    headerNames: body.headers ? Object.keys(body.headers) : (before?.headerNames ?? []),
    controlActions: body.control?.actions ?? before?.controlActions ?? [],
    takesFeedback: body.feedback !== undefined || (before?.takesFeedback ?? false),
    ...(body.inputSchema === undefined ? {} : { inputSchema: body.inputSchema }),
    source: 'api',
    lastContact: before?.lastContact ?? null,
  });
}

/** Counted from the content of the demo; all deliveries succeed. */
function figuresOf(server: DemoServer, agentId: string): AgentFigures {
  const tasks = server.tasks().filter((task) => task.agentId === agentId);
  const prompts = server.prompts().filter((prompt) => prompt.agentId === agentId);
  const open = prompts.filter(({ state }) => state === 'open');
  const blocking = open.filter((prompt) => prompt.blocking).length;
  const by = (...kinds: readonly string[]) =>
    prompts.filter(({ decision }) => decision !== null && kinds.includes(decision.by.kind)).length;
  return {
    tasks: { all: tasks.length, going: tasks.filter(({ endedAt }) => endedAt === null).length },
    runs: {
      all: tasks.length,
      failed: tasks.filter(({ runStatus }) => runStatus === 'failed' || runStatus === 'lost')
        .length,
    },
    openPrompts: { blocking, followup: open.length - blocking },
    answers: { people: by('operator'), rules: by('rule'), defaults: by('default', 'escalation') },
    deliveries: {
      waiting: 0,
      delivered: prompts.filter(({ decision }) => decision !== null).length,
      failed: 0,
    },
    anomalies: tasks.reduce((sum, { counts }) => sum + counts.anomalies, 0),
    actedThrough: null,
  };
}

export function agentHandlers(server: DemoServer): HttpHandler[] {
  const find = (id: unknown) => server.agents.findIndex((agent) => agent.id === id);
  return [
    http.get('*/api/protocols', () => HttpResponse.json({ items: demoProtocols })),
    http.get('*/api/agents', () => HttpResponse.json({ items: server.agents, nextCursor: null })),
    http.get('*/api/agents/:id', ({ params }) => {
      const agent = server.agents[find(params['id'])];
      return agent === undefined ? notFound() : HttpResponse.json(agent);
    }),
    http.get('*/api/agents/:id/figures', ({ params }) => {
      const agent = server.agents[find(params['id'])];
      return agent === undefined ? notFound() : HttpResponse.json(figuresOf(server, agent.id));
    }),
    http.get('*/api/agents/:id/card', () => HttpResponse.json({ card: null, fault: null })),
    http.post('*/api/agents/test', () =>
      HttpResponse.json({
        findings: [{ kind: 'note', text: 'This is a demonstration: nothing is called from it.' }],
        spoke: null,
        wantsHeader: false,
        needsRun: false,
      }),
    ),
    http.post('*/api/agents/:id/check', ({ params }) => {
      const agent = server.agents[find(params['id'])];
      if (agent === undefined) return notFound();
      const { id, name, url } = agent;
      const detail = 'This is a demonstration: nothing is called from it.';
      const finding = {
        ...{ id: 'check.reached', verdict: 'skip', detail, advice: '', page: 'README.md' },
        title: 'The agent answers every request',
        statements: { title: { code: 'check.title.check.reached' } },
      };
      const checkedAt = new Date().toISOString();
      const report = {
        agent: { id, name, url },
        checkedAt,
        speaks: null,
        runs: 0,
        findings: [finding],
      };
      const lines = [{ finding }, { report }].map((line) => `${JSON.stringify(line)}\n`);
      return new HttpResponse(lines.join(''), {
        headers: { 'content-type': 'application/x-ndjson' },
      });
    }),
    http.post('*/api/agents', async ({ request }) => {
      const body = createAgentSchema.safeParse(await request.json());
      if (!body.success) {
        const errors = body.error.issues.map(({ path, message }) => ({
          path: `/${path.join('/')}`,
          message,
        }));
        return problemResponse(422, 'invalid-request', 'This agent is not described well', {
          errors,
        });
      }
      if (find(body.data.id) >= 0) return problemResponse(409, 'agent-exists', 'This id is taken');
      const agent = shown(body.data, null);
      server.agents.push(agent);
      return HttpResponse.json(agent, { status: 201 });
    }),
    http.patch('*/api/agents/:id', async ({ params, request }) => {
      const at = find(params['id']);
      const before = server.agents[at];
      const body = createAgentSchema.partial().safeParse(await request.json());
      if (!before) return notFound();
      if (!body.success)
        return problemResponse(422, 'invalid-request', 'This agent is not described well');
      const { name = before.name, url = before.url, ...rest } = body.data;
      const agent = shown(
        { ...rest, id: before.id, name, url, protocol: rest.protocol ?? 'detect' },
        before,
      );
      server.agents[at] = agent;
      return HttpResponse.json(agent);
    }),
    // No tool of the recording is ever dismissed.
    http.delete('*/api/agents/:id/dismissed-tools', notFound),
    http.delete('*/api/agents/:id', ({ params }) => {
      const at = find(params['id']);
      if (at < 0) return notFound();
      server.agents.splice(at, 1);
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}
