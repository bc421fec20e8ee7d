import type { HaiEvent } from '@countersign/hai/event';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '../scripted-agent.ts';

/** An agent that counts, and asks with every fiftieth number; it can be joined again after any event. */
export interface CountingAgent extends ScriptedAgent {
  /** The highest number so far. */
  said(): number;
  /** The last number; not before it was said by this agent. Returns it. */
  finish(): number;
}

const asksEvery = 50;
export const questionId = (number: number) => `call_Yk3vQ0d7RmTz5LwPbX9cHn${number}`;

/** `each`: instead of the event with a number, what is sent; it may repeat, skip or break frames. */
export async function startCountingAgent({
  perTurn = 4,
  everyMs = 15,
  feedbackStatus,
  each = (run, event) => run.send(event),
}: {
  perTurn?: number;
  everyMs?: number;
  feedbackStatus?: (index: number) => number | 'cut' | 'hang';
  each?: (run: AgentRun, event: object, number: number) => void;
} = {}): Promise<CountingAgent> {
  let said = 1;
  let stopAt = Number.POSITIVE_INFINITY;
  let first: string | null = null;
  const play = (run: AgentRun) => {
    const { runId, threadId } = run.input;
    first ??= runId;
    if (first !== runId) {
      // It carries an answer that was given after the work was done.
      run.send({ type: 'RUN_STARTED', threadId, runId });
      run.send({ type: 'RUN_FINISHED', threadId, runId });
      return run.end();
    }
    let next = Number(run.headers['last-event-id'] ?? 0);
    const step = () => {
      if (run.response.destroyed) return;
      for (let count = 0; count < perTurn && next < stopAt; count += 1) {
        if (run.response.writableNeedDrain) break;
        next += 1;
        said = Math.max(said, next);
        if (next === 1) run.send({ type: 'RUN_STARTED', threadId, runId });
        else if (next === stopAt) run.send({ type: 'RUN_FINISHED', threadId, runId });
        else each(run, eventOf(threadId, next), next);
        if (run.response.destroyed) return;
      }
      if (next < stopAt) setTimeout(step, everyMs);
      else run.end();
    };
    step();
  };
  const agent = await startScriptedAgent({
    headers: { 'hai-resume': 'last-event-id' },
    onRun: play,
    ...(feedbackStatus === undefined ? {} : { feedbackStatus }),
  });
  return {
    ...agent,
    said: () => said,
    finish() {
      stopAt = said + 100;
      return stopAt;
    },
  };
}

const eventOf = (threadId: string, number: number): object =>
  number % asksEvery === 0
    ? upMessage(threadId, {
        messageId: questionId(number),
        state: 'needsHumanDecision',
        ask: 'Shall I?',
      })
    : { type: 'CUSTOM', name: 'number', value: number };

/** The number of an event of this agent; null = it is of something else. */
export function numberOf(event: HaiEvent): number | null {
  if (event.type !== 'CUSTOM') return null;
  if (event.name === 'number') return Number(event.value);
  if (event.name !== 'upformat.message') return null;
  const { messageId = '' } = event.value as { messageId?: string };
  const number = Number(/^call_Yk3vQ0d7RmTz5LwPbX9cHn(\d+)$/.exec(messageId)?.[1] ?? Number.NaN);
  return Number.isNaN(number) ? null : number;
}
