import { z } from 'zod';
import { type AgentRequest, failureOfReply, postToAgent, readText } from '../agents/transport.ts';
import type { ControlAnswer } from './ask-agent.ts';

const replySchema = z.looseObject({ stopped: z.boolean(), message: z.string().optional() });

/** The name of an agent in its runtime stands in the URL it is run by: `…/agent/{id}/run`. */
export const copilotAgentId = (url: string): string | null =>
  /\/agent\/([^/?#]+)\/(?:run|connect)\/?(?:[?#]|$)/.exec(url)?.[1] ?? null;

/** `POST …/agent/{id}/stop/{threadId}` (CopilotKit runtime 1.75), which says whether it has stopped a run. */
export async function stopCopilotRun(
  runtime: Omit<AgentRequest, 'method' | 'body'>,
  agentUrl: string,
  run: { taskId: string; runId: string },
): Promise<ControlAnswer> {
  const id = copilotAgentId(agentUrl);
  if (id === null) {
    const reason =
      'Its URL does not end in /agent/<id>/run, so its name in CopilotKit is not known.';
    return { kind: 'refused', reason };
  }
  const base = runtime.url.replace(/\/+$/, '');
  const url = `${base}/agent/${id}/stop/${encodeURIComponent(run.taskId)}`;
  const response = await postToAgent({ ...runtime, url, body: { runId: run.runId } });
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    const { message } = await failureOfReply(response, runtime);
    return { kind: status >= 500 ? 'later' : 'refused', reason: message };
  }
  const said = replySchema.safeParse(JSON.parse(await readText(response, 16_000)));
  if (said.success && said.data.stopped) return { kind: 'acknowledged' };
  const reason = said.success ? said.data.message : undefined;
  return { kind: 'refused', reason: reason ?? 'It does not say that it has stopped anything.' };
}
