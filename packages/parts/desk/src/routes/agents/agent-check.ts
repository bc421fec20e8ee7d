import type { CheckLine } from '@countersign/api/agents/agent-check';
import { say } from '@countersign/api/statements';
import { checkAgent } from '@countersign/check/check-agent';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { createCheckFetch } from '../../agents/check-fetch.ts';
import type { KnownAgent } from '../../agents/secret-headers.ts';
import type { DeskDeps } from '../../desk-services.ts';
import { existingAgent } from './agent-checks.ts';

/** For a whole check, and for one silence or response of the agent. */
const limits = { limitMs: 120_000, patienceMs: 15_000, maxBytes: 5_000_000 };

/** The check of an agent against the protocol (docs/protocol), as its author runs it, over this server’s calls to agents. */
export function registerAgentCheck(app: ZodApp, deps: DeskDeps): void {
  const { registry, clock } = deps;
  const going = new Map<string, AbortController>();
  // A check must not hold up the end of the server.
  app.addHook('preClose', async () => {
    for (const check of going.values()) check.abort();
  });

  serve(app, 'POST /api/agents/:id/check', async (request, reply) => {
    const { id } = await existingAgent(registry, request.params.id);
    const agent = await registry.descriptor(id);
    if (agent === null) throw new ProblemError('not-found', say('agent.unknown', { id }));
    if (going.has(id)) throw new ProblemError('check-going', say('agent.check-going'));
    reply.hijack();
    const response = reply.raw;
    const closed = new AbortController();
    going.set(id, closed);
    response.on('close', () => closed.abort());
    response.on('error', () => closed.abort());
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    // A stalled reader cannot make it grow: a check has at most some 60 lines.
    const write = (line: CheckLine) => void response.write(`${JSON.stringify(line)}\n`);
    const { message, tool, input } = request.body;
    try {
      const report = await checkAgent({
        ...limits,
        agent: withoutHeaders(agent),
        message,
        ...(tool === undefined ? {} : { tool }),
        ...(input === undefined ? {} : { input }),
        fetch: createCheckFetch(agent, { clock, timeoutMs: limits.patienceMs }),
        signal: closed.signal,
        onFinding: (finding) => write({ finding }),
      });
      write({ report });
    } finally {
      going.delete(id);
      response.end();
    }
  });
}

/** They are added to each request, where they may be sent. */
function withoutHeaders({ headers: _, ...agent }: KnownAgent): KnownAgent {
  return agent;
}
