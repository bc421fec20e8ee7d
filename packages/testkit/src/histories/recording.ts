/** An AG-UI event as sent. */
export type WireEvent = Record<string, unknown> & { type: string };

/** One run: the messages and answers before it, and what the agent streams. */
export interface Turn {
  /** Messages of a person: text, or the result of a call. */
  add?: ({ id: string; role: string } & Record<string, unknown>)[];
  resume?: Record<string, unknown>[];
  /** Without the start and end of the run, which {@link wireOf} adds. */
  events: WireEvent[];
  /** Further members of the start and end events. */
  started?: Record<string, unknown>;
  finished?: Record<string, unknown>;
  /** Ends in RUN_ERROR. */
  fails?: boolean;
}

/** The history of one thread, run by run. */
export interface Recording {
  name: string;
  turns: Turn[];
}

/** The events sent in a run. */
export function wireOf(turn: Turn, { threadId, runId }: { threadId: string; runId: string }) {
  return [
    { type: 'RUN_STARTED', threadId, runId, ...turn.started },
    ...turn.events,
    turn.fails
      ? { type: 'RUN_ERROR', message: 'The model is overloaded.', code: 'overloaded' }
      : { type: 'RUN_FINISHED', threadId, runId, ...turn.finished },
  ];
}
