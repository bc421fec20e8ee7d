import type { ProtocolDescription } from '@countersign/adapters/protocol/agent-protocol';
import { createAgentSchema } from '@countersign/api/agent';
import { say } from '@countersign/api/statements';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { faultAt } from '@countersign/json/fault';
import { objectionToUrl } from '../agents/address.ts';
import { figuresOf } from '../agents/figures.ts';
import { headersTo, newOrigins } from '../agents/secret-headers.ts';
import type { AppDeps } from '../app-deps.ts';
import { faultyRequest, ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { describeFailure } from '../http/transport-errors.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { knock, tryRun } from '../registry/trial.ts';

function requireReachable(descriptor: AgentDescriptor): void {
  const urls = {
    '/url': descriptor.url,
    '/control/url': descriptor.control?.url,
    '/feedback/url': descriptor.feedback?.url,
  };
  const errors = Object.entries(urls).flatMap(([path, url]) => {
    const objection = url === undefined ? null : objectionToUrl(url);
    return objection === null ? [] : [faultAt(path, objection)];
  });
  const first = errors[0];
  if (first !== undefined) throw faultyRequest(first, errors);
}

/** The agents this server can start. The values of their headers are write-only. */
export function registerAgents(app: ZodApp, deps: AppDeps): void {
  const { registry, journal } = deps;
  const existing = async (id: string) => {
    const agent = await registry.find(id);
    if (agent === null) throw new ProblemError('not-found', say('agent.unknown', { id }));
    return agent;
  };
  const requireProtocol = ({ protocol, control }: AgentDescriptor) => {
    const spoken = deps.protocols.of(protocol);
    if (spoken !== null && spoken.callsIn !== true)
      return requireControl(spoken.describe(), control?.template);
    const addable = deps.protocols.list.filter(({ callsIn }) => callsIn !== true);
    const known = addable.map(({ id }) => id).join(', ');
    const said = say('agent.protocol-unknown', { protocol, known });
    throw new ProblemError('invalid-request', said, { errors: [faultAt('/protocol', said)] });
  };
  const requireControl = (
    { name, controls }: ProtocolDescription,
    template: string | undefined,
  ) => {
    if (template === undefined || controls.some(({ id }) => id === template)) return;
    const known = controls.map(({ id }) => id).join(', ') || 'none';
    const said = say('agent.control-unknown', { name, template, known });
    throw new ProblemError('invalid-request', said, {
      errors: [faultAt('/control/template', said)],
    });
  };
  const changeable = async (id: string) => {
    const agent = await existing(id);
    if (agent.source === 'config') {
      const detail = say('agent.from-file');
      throw new ProblemError('forbidden', detail);
    }
    if (agent.source === 'mcp') {
      throw new ProblemError('forbidden', say('agent.is-mcp-client'));
    }
    return agent;
  };

  serve(app, 'GET /api/agents', async () => ({ items: await registry.list(), nextCursor: null }));

  serve(app, 'GET /api/agents/:id', async (request) => existing(request.params.id));

  serve(app, 'GET /api/agents/:id/figures', async (request) =>
    figuresOf(journal.read, (await existing(request.params.id)).id),
  );

  serve(app, 'GET /api/agents/:id/card', async (request) => {
    const { id } = await existing(request.params.id);
    const agent = await registry.descriptor(id);
    const protocol = agent === null ? null : deps.protocols.of(agent.protocol);
    if (agent === null || protocol === null) return { card: null, fault: null };
    const abort = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) abort.abort();
    });
    try {
      const introduction = await deps.introductions.fresh(agent, protocol, abort.signal);
      return { card: introduction?.card ?? null, fault: null };
    } catch (error) {
      return { card: null, fault: describeFailure(error).message };
    }
  });

  serve(app, 'POST /api/agents', async (request, reply) => {
    requireReachable(request.body);
    requireProtocol(request.body);
    if (!(await registry.add(request.body, operatorOf(request).id))) {
      throw new ProblemError('agent-exists', say('agent.exists', { id: request.body.id }));
    }
    return reply.code(201).send(await existing(request.body.id));
  });

  serve(app, 'POST /api/agents/test', async (request) => {
    const { id, startRun, url, protocol } = request.body;
    const stored = id === undefined ? null : await registry.descriptor(id);
    // Stored headers are sent only to the origins they were entered for, independent of the form.
    const kept = stored === null || stored.secretLost ? undefined : headersTo(stored, url);
    const headers = request.body.headers ?? kept;
    const abort = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) abort.abort();
    });
    return (startRun ? tryRun : knock)({
      agent: { url, protocol, ...(headers === undefined ? {} : { headers }) },
      signal: abort.signal,
      clock: deps.clock,
      answerMs: 10_000,
      protocols: deps.protocols,
      carriers: deps.carriers,
    });
  });

  serve(app, 'PATCH /api/agents/:id', async (request) => {
    const { id } = await changeable(request.params.id);
    const stored = await registry.descriptor(id);
    if (stored === null) throw new ProblemError('not-found', say('agent.unknown', { id }));
    const { headers: kept, secretLost, ...before } = stored;
    const merged = createAgentSchema.parse({ ...before, ...request.body, id });
    requireReachable(merged);
    requireProtocol(merged);
    const hasSecret = kept !== undefined || secretLost === true;
    const elsewhere = newOrigins(stored, merged);
    if (hasSecret && request.body.headers === undefined && elsewhere.length > 0) {
      const said = say('agent.headers-elsewhere', { origins: elsewhere.join(', ') });
      throw new ProblemError('secret-needed', said, { errors: [faultAt('/headers', said)] });
    }
    await registry.change(merged, operatorOf(request).id);
    return existing(id);
  });

  serve(app, 'DELETE /api/agents/:id', async (request, reply) => {
    const { id } = await changeable(request.params.id);
    await registry.remove(id, operatorOf(request).id);
    return reply.code(204).send(null);
  });
}
