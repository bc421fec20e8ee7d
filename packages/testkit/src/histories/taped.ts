import { eventsOf, listEventTapes, readTape } from '../tape.ts';
import type { WireEvent } from './recording.ts';

/** A message in a request of AG-UI's own client. */
type SentMessage = { id: string; role: 'user' | 'assistant' | 'tool' } & Record<string, unknown>;

/** What AG-UI's own client sent to a real agent in each run, and what it received. */
export interface TapedHistory {
  name: string;
  exchanges: { messages: SentMessage[]; events: WireEvent[] }[];
}

/** The tapes of AG-UI's client, one history a tape. */
export function taped(): TapedHistory[] {
  return listEventTapes().flatMap(({ counterpart, name }) => {
    const tape = readTape(counterpart, name);
    if (!tape.origin.how.includes('@ag-ui/client')) return [];
    const exchanges = tape.exchanges.flatMap((exchange) => {
      const { body } = exchange.request;
      if (typeof body !== 'object' || body === null || !('messages' in body)) return [];
      const messages = body.messages as SentMessage[];
      return [{ messages, events: eventsOf(exchange).map((text): WireEvent => JSON.parse(text)) }];
    });
    return [{ name: `${counterpart}/${name}`, exchanges }];
  });
}
