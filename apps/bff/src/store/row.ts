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

/** What readers of the stream need of a row: the columns for filters, and the envelope's text serialized once. */
export interface StreamRow {
  position: number;
  thread: string;
  sequence: number;
  notable: boolean;
  text: string;
}

/** The envelope's JSON text, composed without parsing the event again. */
export function envelopeText(row: EventRow): string {
  return `{"position":${row.position},"threadId":${JSON.stringify(row.thread)},"runId":${
    row.run === null ? 'null' : JSON.stringify(row.run)
  },"sequence":${row.sequence},"receivedAt":${row.received},"agentId":${JSON.stringify(row.agent)},"event":${row.data}}`;
}

export function streamRow(row: EventRow): StreamRow {
  return {
    position: row.position,
    thread: row.thread,
    sequence: row.sequence,
    notable: row.notable === 1,
    text: envelopeText(row),
  };
}

/** Which server has written events. */
export type WrittenBy = 'here' | 'elsewhere';
