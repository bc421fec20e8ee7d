import type { AgentFact } from '@countersign/api/fact';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Journal } from '../journal/journal.ts';
import { type BreakRunInput, breakRun, contact } from './run-operations.ts';

/** Journals the state of the connection to the agent of one run. */
export interface ContactLog {
  /** The agent has answered with a stream. */
  connected(said: WrittenStatement | null, resumable: boolean): Promise<void>;
  note(change: AgentFact['change'], said: WrittenStatement, attempt?: number): Promise<void>;
  /** Ends the run with an event of the server. */
  breakOff(end: Omit<BreakRunInput, 'runId'>): Promise<void>;
}

export function createContactLog(
  journal: Journal,
  place: { threadId: string; runId: string; agentId: string },
): ContactLog {
  return {
    async connected(said, resumable) {
      const fact = { change: 'connected', ...place, ...detailOf(said) } as const;
      await journal.commit(contact, { fact, resumable });
    },
    async note(change, said, attempt) {
      const counted = attempt === undefined ? {} : { attempt };
      const fact = { change, ...place, ...detailOf(said), ...counted };
      await journal.commit(contact, { fact, resumable: null });
    },
    async breakOff(end) {
      await journal.commit(breakRun, { runId: place.runId, ...end });
    },
  };
}

const detailOf = (said: WrittenStatement | null) =>
  said === null ? { detail: null } : { detail: said.text, statement: said.statement };
