import { dataOfFrame } from '@countersign/hai/frames/frame-data';
import { createSseParser } from '@countersign/hai/sse';
import { createAskReader } from './ask-reader.ts';
import { createEventDecoder } from './decode.ts';
import { keepExact } from './keep-exact.ts';
import type { ReadingOptions, RunReading } from './protocol/agent-protocol.ts';
import type { StreamRequest } from './protocol/wire.ts';

/** A stream of HAI or of AG-UI: each event is read by its type, independent of the declared protocol. */
export function sseReading(options: ReadingOptions): RunReading {
  return {
    framing: createSseParser,
    exact(frame) {
      const { text, altered } = keepExact(frame.data, frame.event);
      return { text: dataOfFrame({ ...frame, data: text }), altered };
    },
    // Generated ids must not collide with those of another run of the thread.
    decoder: createEventDecoder({ agentId: options.agentId, idPrefix: `${options.runId}:` }),
    asks: createAskReader(options),
  };
}

/** The request that starts a run in HAI and AG-UI. */
export const sseRequest = (url: string, body: unknown): StreamRequest => ({
  method: 'POST',
  url,
  headers: { accept: 'text/event-stream' },
  body,
  mediaType: 'text/event-stream',
  called: 'an event stream',
  resumable: { header: 'hai-resume', value: 'last-event-id' },
});

/** The same, continuing after a frame. */
export const sseRequestAgain = (url: string, body: unknown, lastEventId: string): StreamRequest => {
  const request = sseRequest(url, body);
  return { ...request, headers: { ...request.headers, 'last-event-id': lastEventId } };
};
