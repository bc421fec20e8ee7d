import { type Agent, type changeAgentSchema, createAgentSchema } from '@countersign/api/agent';
import { say } from '@countersign/api/statements';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { faultAt } from '@countersign/json/fault';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { z } from 'zod';
import { type KnownAgent, newOrigins } from '../../agents/secret-headers.ts';
import type { DeskDeps } from '../../desk-services.ts';
import { figuresOf } from '../../rows/agent-figures.ts';
import {
  existingAgent,
  requireChangeable,
  requireProtocol,
  requireReachable,
} from './agent-checks.ts';

/** The agents this server can start. The values of their headers are write-only. */
export function registerAgents(app: ZodApp, deps: DeskDeps): void {
  const { registry, journal } = deps;
  const unknown = (id: string) => new ProblemError('not-found', say('agent.unknown', { id }));
  const existing = (id: string) => existingAgent(registry, id);
  const changeable = async (id: string) => {
    const agent = await existing(id);
    requireChangeable(agent);
    return agent;
  };
  const described = (agents: readonly Agent[]): Agent[] =>
    deps.extensions.reduce<Agent[]>(
      (known, { describeAgents }) => describeAgents?.(known) ?? known,
      [...agents],
    );

  serve(app, 'GET /api/agents', async () => ({
    items: described(await registry.list()),
    nextCursor: null,
  }));

  serve(app, 'GET /api/agents/:id', async (request) => {
    const agent = await existing(request.params.id);
    return described([agent])[0] ?? agent;
  });

  serve(app, 'GET /api/agents/:id/figures', async (request) =>
    figuresOf(journal.read, (await existing(request.params.id)).id),
  );

  serve(app, 'POST /api/agents', async (request, reply) => {
    requireReachable(request.body, deps.protocols);
    requireProtocol(request.body, deps.protocols);
    if (!(await registry.add(request.body, operatorOf(request).id))) {
      throw new ProblemError('agent-exists', say('agent.exists', { id: request.body.id }));
    }
    return reply.code(201).send(await existing(request.body.id));
  });

  serve(app, 'PATCH /api/agents/:id', async (request) => {
    const { id } = await changeable(request.params.id);
    const isThere = await registry.change(
      id,
      (stored) => changed(stored, request.body, deps.protocols),
      operatorOf(request).id,
    );
    if (!isThere) throw unknown(id);
    return existing(id);
  });

  serve(app, 'DELETE /api/agents/:id', async (request, reply) => {
    const { id } = await changeable(request.params.id);
    if (!(await registry.remove(id, operatorOf(request).id))) throw unknown(id);
    return reply.code(204).send(null);
  });
}

/** An agent with a change; throws a problem if secrets would go where they have not been. */
function changed(
  stored: KnownAgent,
  change: z.output<typeof changeAgentSchema>,
  protocols: DeskDeps['protocols'],
): AgentDescriptor {
  const { headers: kept, secretLost, ...before } = stored;
  const merged = createAgentSchema.parse({ ...before, ...change, id: stored.id });
  requireReachable(merged, protocols);
  requireProtocol(merged, protocols);
  const hasSecret = kept !== undefined || secretLost === true;
  const elsewhere = newOrigins(stored, merged);
  if (hasSecret && change.headers === undefined && elsewhere.length > 0) {
    const said = say('agent.headers-elsewhere', { origins: elsewhere.join(', ') });
    throw new ProblemError('secret-needed', said, { errors: [faultAt('/headers', said)] });
  }
  return merged;
}
