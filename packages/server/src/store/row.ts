/** One journalled event as stored in the table `events`. */
export interface EventRow {
  position: number;
  thread: string;
  sequence: number;
  run: string | null;
  agent: string;
  received: number;
  notable: number;
  data: string;
}

/** With what binds it to all before it; null = it is not bound. */
export interface BoundRow extends EventRow {
  link: string | null;
}

/** A row as readers of the log get it. */
export interface StreamRow extends Omit<EventRow, 'notable'> {
  notable: boolean;
}

/** The envelope's JSON text, composed without parsing the event again. */
export function envelopeText(row: Omit<EventRow, 'notable'>): string {
  return `{"position":${row.position},"threadId":${JSON.stringify(row.thread)},"runId":${
    row.run === null ? 'null' : JSON.stringify(row.run)
  },"sequence":${row.sequence},"receivedAt":${row.received},"agentId":${JSON.stringify(row.agent)},"event":${row.data}}`;
}

export function streamRow(row: EventRow): StreamRow {
  const { position, thread, sequence, run, agent, received, data } = row;
  return { position, thread, sequence, run, agent, received, notable: row.notable === 1, data };
}

/** Which server has written events. */
export type WrittenBy = 'here' | 'elsewhere';
