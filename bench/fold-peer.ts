import { AbstractAgent, type BaseEvent, type RunAgentInput } from '@ag-ui/client';
import { createAgUiEncoder } from '@countersign/adapters/ag-ui/encode';
import type { HaiEvent } from '@countersign/hai/event';
import { from, type Observable } from 'rxjs';
import { processorClock } from './table.ts';
import { runId, threadId } from './workloads.ts';

/** The peer's own pipeline (chunks, order check, apply), with events from memory. */
class ReplayAgent extends AbstractAgent {
  events: BaseEvent[] = [];

  run(_input: RunAgentInput): Observable<BaseEvent> {
    return from(this.events);
  }
}

const asRun = (events: readonly HaiEvent[]): BaseEvent[] => {
  const encoder = createAgUiEncoder();
  const all: HaiEvent[] = [
    { type: 'RUN_STARTED', threadId, runId },
    ...events,
    { type: 'RUN_FINISHED', threadId, runId },
  ];
  return all.flatMap((event) => encoder.encode(event) as BaseEvent[]);
};

/** Folds `history`, then measures folding `events`; returns the seconds. */
export async function foldByPeer(
  history: readonly HaiEvent[],
  events: readonly HaiEvent[],
): Promise<number> {
  const agent = new ReplayAgent({ threadId });
  if (history.length > 0) {
    agent.events = asRun(history);
    await agent.runAgent({ runId: 'history' });
  }
  agent.events = asRun(events);
  const clock = processorClock();
  await agent.runAgent({ runId });
  return clock();
}
