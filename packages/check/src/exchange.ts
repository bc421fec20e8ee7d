import { createSseParser } from '@countersign/hai/sse';
import { createReceived, type ReadLimits, readBody, type StreamEnd } from './body-reader.ts';

/** A request of a protocol that answers in JSON, and its response: one document, or one in each event of a stream. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  /** Without parameters, in lower case; empty = none. */
  readonly mediaType: string;
  readonly documents: readonly unknown[];
  /** What is no JSON, shortened. */
  readonly unread: readonly string[];
  /** The first document that fits, received or to come; null = the response ended before. */
  until(fits: (document: unknown) => boolean): Promise<unknown>;
  readonly ended: Promise<StreamEnd>;
  /** Closes the connection. */
  close(): void;
}

const maxFrameChars = 1_000_000;
const maxShown = 200;

/** Reads a response as it comes. */
export function readExchange(response: Response, limits: ReadLimits): Exchange {
  const type = response.headers.get('content-type') ?? '';
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase();
  const documents = createReceived<unknown>();
  const unread: string[] = [];
  const take = (text: string) => {
    try {
      documents.push(JSON.parse(text));
    } catch {
      unread.push(text.slice(0, maxShown));
    }
  };
  let whole = '';
  const parser = createSseParser({
    onFrame: ({ data }) => data !== '' && take(data),
    maxFrameChars,
  });
  const isStream = mediaType === 'text/event-stream';
  const body = readBody(response, limits, (text) => {
    if (!isStream) {
      whole += text;
      return text !== '';
    }
    const before = documents.items.length + unread.length;
    parser.feed(text);
    return documents.items.length + unread.length > before;
  });
  const ended = body.ended.then((how) => {
    if (!isStream && whole.trim() !== '') take(whole);
    documents.end();
    return how;
  });
  return {
    status: response.status,
    headers: response.headers,
    mediaType,
    documents: documents.items,
    unread,
    until: documents.until,
    ended,
    close() {
      body.close();
      documents.end();
    },
  };
}
