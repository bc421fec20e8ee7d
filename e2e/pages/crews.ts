import type { Stack } from '../stack.ts';
import { answerPlace, openPrompt, runStatus, startHiring } from './console.ts';
import { decisionsPath } from './scripted-task.ts';
import { startTask } from './task-page.ts';

/** One of the two crews of the demo, as the views of a task need it. */
export interface Crew {
  name: 'hiring' | 'radio';
  /** The item that starts the task: the root of its lineage. */
  root: RegExp;
  /** The start of the label of its blocking question. */
  question: RegExp;
  /** One of its agents, other than the leading one. */
  other: string;
  /** A tool that it calls. */
  tool: string;
  /** A path in the shared state that changes during the task. */
  place: string;
  start(stack: Stack): Promise<string>;
  /** Answers all its questions until its run has ended. */
  finish(stack: Stack, taskId: string): Promise<void>;
}

async function approve(stack: Stack, taskId: string, kind: 'blocking' | 'followup') {
  const { id, digest } = await openPrompt(stack, taskId, kind);
  await stack.api(decisionsPath(id), {
    body: { digest, idempotencyKey: `yes-${id}`, feedback: { type: 'approve' } },
  });
}

export const crews: readonly Crew[] = [
  {
    name: 'hiring',
    root: /Senior React contractor/,
    question: /Where should the/,
    other: '“Recommender”',
    tool: 'search_profiles',
    place: 'phase',
    start: startHiring,
    async finish(stack, taskId) {
      await answerPlace(stack, taskId);
      await approve(stack, taskId, 'followup');
      await runStatus(stack, taskId, 'finished');
    },
  },
  {
    name: 'radio',
    root: /Downlink rate dropped/,
    question: /Change the identit/,
    other: 'Root Cause',
    tool: 'read_neighbours',
    place: 'workflowItems',
    start: (stack) =>
      startTask(stack, 'radio-master', 'Downlink rate dropped at cell NTO-0440-2, seed 1'),
    async finish(stack, taskId) {
      await approve(stack, taskId, 'blocking');
      await runStatus(stack, taskId, 'finished');
    },
  },
];

/** The number of events of the task. */
export async function eventCount(stack: Stack, taskId: string): Promise<number> {
  const { counts } = await stack.api<{ counts: { events: number } }>(`/api/tasks/${taskId}`);
  return counts.events;
}

interface Sent {
  sequence: number;
  agentId: string;
  runId: string | null;
  event: { type: string; name?: string; value?: { state?: string } };
}

/** All envelopes of a task. */
export async function envelopes(stack: Stack, taskId: string): Promise<Sent[]> {
  const page = await stack.api<{ items: Sent[] }>(`/api/tasks/${taskId}/events?limit=5000`);
  return page.items;
}
