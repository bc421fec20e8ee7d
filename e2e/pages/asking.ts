import type { Prompt } from '@countersign/api/prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { expect } from '../fixtures.ts';
import { type ScriptedAgent, type ScriptedRun, scriptedAgent } from '../scripted-agent.ts';
import type { Stack } from '../stack.ts';
import { ask, begin, signal, startScripted } from './scripted-task.ts';

/** An agent with one open run that asks what the test passes to it. */
export interface Asking {
  agent: ScriptedAgent;
  taskId: string;
  /** Asks, and resolves with the prompt as soon as the server has it (in this revision). */
  ask(messageId: string, members: Record<string, unknown>): Promise<Prompt>;
  /** As `ask`, without waiting. */
  say(messageId: string, members: Record<string, unknown>): void;
  /** The only answer that the agent has received. */
  answer(): Promise<UpFeedback>;
  close(): Promise<void>;
}

/** All prompts of a task, whatever their state. */
export async function promptsOf(stack: Stack, taskId: string): Promise<Prompt[]> {
  return (await stack.api<{ items: Prompt[] }>(`/api/prompts?task=${taskId}&limit=200`)).items;
}

/** The answers that an agent accepted, without its other feedback. */
export const answersAt = (agent: ScriptedAgent): UpFeedback[] =>
  agent.feedback.flatMap(({ message }) => message.upFeedback ?? []);

export const promptNow = (stack: Stack, id: string) =>
  stack.api<Prompt>(`/api/prompts/${encodeURIComponent(id)}`);

export async function startAsking(
  stack: Stack,
  as: { id?: string; name?: string } = {},
): Promise<Asking> {
  const first = signal();
  let current: ScriptedRun | undefined;
  const play = (run: ScriptedRun) => {
    if (!run.rejoined) begin(run);
    // Later questions are asked in the run of the first task, over its current connection.
    if (current === undefined || run.rejoined) current = run;
    first.give();
  };
  const agent = await scriptedAgent(play, { resumes: true });
  const taskId = await startScripted(stack, agent, as);
  await first.given;
  const say: Asking['say'] = (messageId, members) => {
    if (current === undefined) throw new Error('unreachable');
    ask(current, { messageId, ...members });
  };
  return {
    agent,
    taskId,
    say,
    async ask(messageId, members) {
      say(messageId, members);
      const revision = members['revision'] ?? 1;
      let found: Prompt | undefined;
      await expect
        .poll(
          async () => {
            found = (await promptsOf(stack, taskId)).find(
              ({ message }) => message.messageId === messageId,
            );
            return found?.revision;
          },
          { message: `revision ${revision} of ${messageId}`, intervals: [50, 100] },
        )
        .toBe(revision);
      if (found === undefined) throw new Error('unreachable');
      return found;
    },
    async answer() {
      await expect
        .poll(() => answersAt(agent).length, {
          message: 'an answer at the agent',
          intervals: [100],
        })
        .toBe(1);
      const [feedback] = answersAt(agent);
      if (feedback === undefined) throw new Error('an answer without feedback');
      return feedback;
    },
    close: () => agent.close(),
  };
}
