import {
  agentFiguresSchema,
  agentListSchema,
  agentSchema,
  changeAgentSchema,
  createAgentSchema,
} from '@countersign/api/agent';
import { agentTestSchema, testAgentSchema } from '@countersign/api/agent-test';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { z } from 'zod';
import { objectionToUrl } from '../agents/address.ts';
import { figuresOf } from '../agents/figures.ts';
import { headersTo, newOrigins } from '../agents/secret-headers.ts';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { knock, tryRun } from '../registry/trial.ts';

const idParams = z.object({ id: z.string() });

function requireReachable(descriptor: AgentDescriptor): void {
  const urls = {
    '/url': descriptor.url,
    '/control/url': descriptor.control?.url,
    '/feedback/url': descriptor.feedback?.url,
  };
  const errors = Object.entries(urls).flatMap(([path, url]) => {
    const message = url === undefined ? null : objectionToUrl(url);
    return message === null ? [] : [{ path, message }];
  });
  const first = errors[0];
  if (first !== undefined) throw new ProblemError('invalid-request', first.message, { errors });
}

/** The agents this server can start. What their headers hold is write-only. */
export function registerAgents(app: ZodApp, deps: AppDeps): void {
  const { registry, journal } = deps;
  const existing = (id: string) => {
    const agent = registry.find(id);
    if (agent === null) throw new ProblemError('not-found', `There is no agent ${id}.`);
    return agent;
  };
  const changeable = (id: string) => {
    const agent = existing(id);
    if (agent.source === 'config') {
      const detail = 'This agent comes from the file of agents: change it there.';
      throw new ProblemError('forbidden', detail);
    }
    return agent;
  };

  app.get(
    '/api/agents',
    { schema: { summary: 'All agents', response: { 200: agentListSchema } } },
    async () => ({ items: registry.list(), nextCursor: null }),
  );

  app.get(
    '/api/agents/:id',
    { schema: { summary: 'One agent', params: idParams, response: { 200: agentSchema } } },
    async (request) => existing(request.params.id),
  );

  app.get(
    '/api/agents/:id/figures',
    {
      schema: {
        summary: 'What an agent did, is asked for, and failed at',
        params: idParams,
        response: { 200: agentFiguresSchema },
      },
    },
    async (request) => figuresOf(journal.read, existing(request.params.id).id),
  );

  app.post(
    '/api/agents',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Add an agent',
        body: createAgentSchema,
        response: { 201: agentSchema },
      },
    },
    async (request, reply) => {
      requireReachable(request.body);
      if (!(await registry.add(request.body, operatorOf(request).id))) {
        throw new ProblemError('agent-exists', `There is an agent ${request.body.id} already.`);
      }
      return reply.code(201).send(existing(request.body.id));
    },
  );

  app.post(
    '/api/agents/test',
    {
      config: { role: 'admin' },
      schema: {
        summary:
          'Find out whether an agent can be reached; with `startRun`, start a small real run',
        body: testAgentSchema,
        response: { 200: agentTestSchema },
      },
    },
    async (request) => {
      const { id, startRun, url, protocol } = request.body;
      const stored = id === undefined ? null : registry.descriptor(id);
      // Stored headers are for where they were entered for, whatever stands in the form.
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
      });
    },
  );

  app.patch(
    '/api/agents/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Change an agent; headers are replaced as a whole',
        description:
          'Headers that are left out stay as they are, unless the change would send them to an origin that they were not entered for: then they must be entered again (problem `secret-needed`), or removed with `{}`.',
        params: idParams,
        body: changeAgentSchema,
        response: { 200: agentSchema },
      },
    },
    async (request) => {
      const { id } = changeable(request.params.id);
      const stored = registry.descriptor(id);
      if (stored === null) throw new ProblemError('not-found', `There is no agent ${id}.`);
      const { headers: kept, secretLost, ...before } = stored;
      const merged = createAgentSchema.parse({ ...before, ...request.body, id });
      requireReachable(merged);
      const hasSecret = kept !== undefined || secretLost === true;
      const elsewhere = newOrigins(stored, merged);
      if (hasSecret && request.body.headers === undefined && elsewhere.length > 0) {
        const message = `Its headers were not entered for ${elsewhere.join(', ')}: enter them again, or remove them.`;
        throw new ProblemError('secret-needed', message, {
          errors: [{ path: '/headers', message }],
        });
      }
      await registry.change(merged, operatorOf(request).id);
      return existing(id);
    },
  );

  app.delete(
    '/api/agents/:id',
    {
      config: { role: 'admin' },
      schema: { summary: 'Forget an agent', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await registry.remove(changeable(request.params.id).id, operatorOf(request).id);
      return reply.code(204).send(null);
    },
  );
}
