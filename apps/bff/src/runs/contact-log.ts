import type { AgentFact } from '@countersign/api/fact';
import type { Journal } from '../journal/journal.ts';
import { type BreakRunInput, breakRun, contact } from './run-operations.ts';

/** Journals the state of the connection to the agent of one run. */
export interface ContactLog {
  /** The agent has answered with a stream. */
  connected(detail: string | null, resumable: boolean): Promise<void>;
  note(change: AgentFact['change'], detail: string, attempt?: number): Promise<void>;
  /** Ends the run with an event of the server. */
  breakOff(end: Omit<BreakRunInput, 'runId'>): Promise<void>;
}

export function createContactLog(
  journal: Journal,
  place: { threadId: string; runId: string; agentId: string },
): ContactLog {
  return {
    async connected(detail, resumable) {
      await journal.commit(contact, { fact: { change: 'connected', ...place, detail }, resumable });
    },
    async note(change, detail, attempt) {
      const fact = { change, ...place, detail, ...(attempt === undefined ? {} : { attempt }) };
      await journal.commit(contact, { fact, resumable: null });
    },
    async breakOff(end) {
      await journal.commit(breakRun, { runId: place.runId, ...end });
    },
  };
}
