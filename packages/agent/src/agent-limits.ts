/** Limits of one agent; the defaults suit a loopback service. */
export interface AgentLimits {
  maxBodyBytes: number;
  maxActiveRuns: number;
  maxFinishedRuns: number;
  finishedForMs: number;
  /** A run without readers is stopped after this. */
  abandonedAfterMs: number;
  /** A run further ahead of its reader than this stalls. */
  maxUnreadEvents: number;
  maxUnreadChars: number;
  maxKeptChars: number;
  /** Runs over AG-UI with questions that wait for an answer; beyond it the oldest is cancelled. */
  maxInterruptedRuns: number;
  interruptedForMs: number;
}

export const defaultLimits: AgentLimits = {
  maxBodyBytes: 4 * 1024 * 1024,
  maxActiveRuns: 200,
  maxFinishedRuns: 100,
  finishedForMs: 30 * 60_000,
  abandonedAfterMs: 10 * 60_000,
  maxUnreadEvents: 1_024,
  maxUnreadChars: 1024 * 1024,
  maxKeptChars: 32 * 1024 * 1024,
  maxInterruptedRuns: 200,
  interruptedForMs: 24 * 60 * 60_000,
};
