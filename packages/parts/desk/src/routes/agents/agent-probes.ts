import { commandIn } from '@countersign/hai/command-url';
import { serve } from '@countersign/server/http/serve';
import { describeFailure } from '@countersign/server/http/transport-errors';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import { headersTo } from '../../agents/secret-headers.ts';
import type { DeskDeps } from '../../desk-services.ts';
import { knock, tryRun } from '../../registry/trial.ts';
import { existingAgent } from './agent-checks.ts';

/** How long a card is waited for, ms, where runs do not need it. */
const cardMs = 5_000;

/** Asks an agent now: how it introduces itself, and whether a run can be started. */
export function registerAgentProbes(app: ZodApp, deps: DeskDeps): void {
  const { registry, protocols, carriers, introductions, clock } = deps;

  serve(app, 'GET /api/agents/:id/card', async (request) => {
    const { id } = await existingAgent(registry, request.params.id);
    const agent = await registry.descriptor(id);
    const protocol = agent === null ? null : protocols.of(agent.protocol);
    if (agent === null || protocol === null) return { card: null, fault: null };
    const signal = untilClosed(request);
    const { describeAgent } = protocol;
    try {
      if (protocol.introduce === undefined && describeAgent !== undefined) {
        const line = { signal, clock, timeoutMs: cardMs };
        const transport = carriers.of(protocol.id).transport(agent, line);
        return { card: await describeAgent(agent, transport), fault: null };
      }
      // A program is not started each time someone looks at the page.
      const read = commandIn(agent.url) === null ? introductions.fresh : introductions.of;
      const introduction = await read(agent, protocol, signal);
      return { card: introduction?.card ?? null, fault: null };
    } catch (error) {
      const { said } = describeFailure(error);
      return { card: null, fault: said.text, faultStatement: said.statement };
    }
  });

  serve(app, 'POST /api/agents/test', async (request) => {
    const { id, startRun, url, protocol } = request.body;
    const stored = id === undefined ? null : await registry.descriptor(id);
    // Stored headers are sent only to the origins they were entered for, independent of the form.
    const kept = stored === null || stored.secretLost ? undefined : headersTo(stored, url);
    const headers = request.body.headers ?? kept;
    return (startRun ? tryRun : knock)({
      agent: { url, protocol, ...(headers === undefined ? {} : { headers }) },
      signal: untilClosed(request),
      clock,
      answerMs: 10_000,
      protocols,
      carriers,
    });
  });
}

/** Aborted if who asks does not wait for the response. */
function untilClosed({ raw }: FastifyRequest): AbortSignal {
  const abort = new AbortController();
  raw.once('close', () => {
    if (!raw.complete) abort.abort();
  });
  return abort.signal;
}
