import { expect } from '../fixtures.ts';
import type { ScriptedAgent, ScriptedRun } from '../scripted-agent.ts';
import type { Stack } from '../stack.ts';
import { startTask } from './task-page.ts';

/** Adds a scripted agent to the server; `ag-ui` agents receive answers only as new runs. */
export async function addScripted(
  stack: Stack,
  agent: ScriptedAgent,
  { id = 'scripted', name = 'Scripted agent', protocol = 'hai' } = {},
): Promise<void> {
  const feedback = protocol === 'hai' ? { feedback: { url: `${agent.url}/feedback` } } : {};
  await stack.api('/api/agents', { body: { id, name, protocol, url: agent.url, ...feedback } });
}

/** The same, and starts a task with it. */
export async function startScripted(
  stack: Stack,
  agent: ScriptedAgent,
  as: { id?: string; name?: string; protocol?: string } = {},
): Promise<string> {
  await addScripted(stack, agent, as);
  return startTask(stack, as.id ?? 'scripted', 'Do what the test wants');
}

export function begin(run: ScriptedRun): void {
  const { threadId, runId } = run.input;
  run.event({ type: 'RUN_STARTED', threadId, runId });
}

export function finish(run: ScriptedRun): void {
  const { threadId, runId } = run.input;
  run.event({ type: 'RUN_FINISHED', threadId, runId });
  run.end();
}

/** One complete message of the agent. */
export function sendText(run: ScriptedRun, messageId: string, text: string): void {
  run.event({ type: 'BUSINESS_DATA_START', messageId, role: 'assistant' });
  run.event({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: text });
  run.event({ type: 'BUSINESS_DATA_END', messageId });
}

/** A question that blocks the agent, with further members from the test. */
export function ask(run: ScriptedRun, members: Record<string, unknown>): void {
  run.event({
    type: 'CUSTOM',
    name: 'upformat.message',
    value: {
      messageId: 'ask-1',
      threadId: run.input.threadId,
      timestamp: new Date().toISOString(),
      state: 'needsHumanDecision',
      agentId: 'scripted',
      ...members,
    },
  });
}

/** A promise that is resolved from outside: the test decides when its agent continues. */
export function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

interface PromptView {
  id: string;
  state: string;
  digest: string;
  revision: number;
  closedReason: string | null;
  decision: { by: { name: string } } | null;
}

/** The only prompt of a task, as soon as it exists. */
export async function onlyPrompt(stack: Stack, taskId: string): Promise<PromptView> {
  let found: PromptView | undefined;
  await expect
    .poll(
      async () => {
        const page = await stack.api<{ items: PromptView[] }>(`/api/prompts?task=${taskId}`);
        found = page.items[0];
        return page.items.length;
      },
      { message: 'one prompt' },
    )
    .toBe(1);
  if (found === undefined) throw new Error('unreachable');
  return found;
}

/** The same prompt in its current state on the server. */
export const promptNow = (stack: Stack, id: string) =>
  stack.api<PromptView>(`/api/prompts/${encodeURIComponent(id)}`);

export const decisionsPath = (id: string) => `/api/prompts/${encodeURIComponent(id)}/decisions`;
