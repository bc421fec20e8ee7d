import { z } from 'zod';
import { say } from '../agent-statements.ts';
import type { ControlAnswer, RunPlace } from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';
import type { RunControlMethod } from './run-control.ts';

const replySchema = z.looseObject({ stopped: z.boolean(), message: z.string().optional() });

/** The name of an agent in its runtime is part of the URL of its runs: `…/agent/{id}/run`. */
const copilotAgentId = (url: string): string | null =>
  /\/agent\/([^/?#]+)\/(?:run|connect)\/?(?:[?#]|$)/.exec(url)?.[1] ?? null;

/** `POST …/agent/{id}/stop/{threadId}` (CopilotKit runtime 1.75); the response contains whether a run was stopped. */
async function stopCopilotRun(
  transport: Transport,
  { runtimeUrl, agentUrl }: { runtimeUrl: string; agentUrl: string },
  run: RunPlace,
): Promise<ControlAnswer> {
  const id = copilotAgentId(agentUrl);
  if (id === null) {
    return { kind: 'refused', reason: say('control.copilotkit-no-name') };
  }
  const base = runtimeUrl.replace(/\/+$/, '');
  const reply = await transport.call({
    method: 'POST',
    url: `${base}/agent/${id}/stop/${encodeURIComponent(run.threadId)}`,
    headers: { accept: 'application/json' },
    body: { runId: run.runId },
  });
  if (reply.status < 200 || reply.status > 299) {
    const { said } = await reply.failure();
    return { kind: reply.status >= 500 ? 'later' : 'refused', reason: said };
  }
  const said = replySchema.safeParse(JSON.parse(await reply.text(16_000)));
  if (said.success && said.data.stopped) return { kind: 'acknowledged' };
  const reason = said.success ? said.data.message : undefined;
  return { kind: 'refused', reason: reason ?? say('control.copilotkit-silent') };
}

/** A CopilotKit runtime. */
export const copilotKitControl: RunControlMethod = {
  description: {
    id: 'copilotkit',
    name: 'CopilotKit',
    urlLabel: 'URL of the CopilotKit runtime',
    urlHelp: 'The part of its URL before /agent.',
    actions: ['stop'],
    agentUrlEnds: '/agent/{id}/run',
  },
  control: (agent, question, { url, transport }) =>
    stopCopilotRun(transport, { runtimeUrl: url, agentUrl: agent.url }, question),
};
