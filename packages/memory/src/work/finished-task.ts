/** What a person answered to a question of an agent. */
export interface DecisionFact {
  id: string;
  /** What the question was about, in the agent's words; the same for the same kind of question. */
  subject: string;
  choice: 'approved' | 'rejected' | 'edited' | 'filled' | 'instructed';
  /** The operator. */
  by: string;
  /** ms since the epoch. */
  at: number;
  /** What the agent proposed, and the person's edit of it; null = nothing to edit. */
  proposed: unknown;
  decided: unknown;
  /** A reason or an instruction; `''` = none. */
  words: string;
}

/** One thing that an agent did. */
export interface TaskStep {
  name: string;
  description: string;
  /** The tool that it called; `''` = none. */
  tool: string;
}

/** A task that has ended. */
export interface FinishedTask {
  id: string;
  agent: string;
  /** Who requested it from outside; null = an operator. */
  caller: string | null;
  title: string;
  /** `''` = unknown. */
  domain: string;
  outcome: 'success' | 'failed' | 'cancelled';
  /** ms since the epoch. */
  startedAt: number;
  endedAt: number;
  steps: readonly TaskStep[];
  decisions: readonly DecisionFact[];
}
