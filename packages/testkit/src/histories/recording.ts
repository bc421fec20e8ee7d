/** An AG-UI event as sent. */
export type WireEvent = Record<string, unknown> & { type: string };

/** One run: what is said or answered before it, and what the agent streams. */
export interface Turn {
  /** Messages that a person adds: words, or the result of a call. */
  add?: ({ id: string; role: string } & Record<string, unknown>)[];
  resume?: Record<string, unknown>[];
  /** Without the edges of the run, which {@link wireOf} puts around them. */
  events: WireEvent[];
  /** Further members of the start and end events. */
  started?: Record<string, unknown>;
  finished?: Record<string, unknown>;
  /** Ends in RUN_ERROR. */
  fails?: boolean;
}

/** The story of one thread, run by run. */
export interface Recording {
  name: string;
  turns: Turn[];
}

/** What goes over the wire in a run. */
export function wireOf(turn: Turn, { threadId, runId }: { threadId: string; runId: string }) {
  return [
    { type: 'RUN_STARTED', threadId, runId, ...turn.started },
    ...turn.events,
    turn.fails
      ? { type: 'RUN_ERROR', message: 'The model is overloaded.', code: 'overloaded' }
      : { type: 'RUN_FINISHED', threadId, runId, ...turn.finished },
  ];
}
