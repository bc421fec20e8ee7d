import { createParser } from 'eventsource-parser';

/** One dispatched server-sent event. */
export interface SseFrame {
  id?: string;
  event?: string;
  data: string;
}

/** The first and the last characters of a frame that is too large, with its field names; at most 16,000 each. */
export interface FrameEnds {
  head: string;
  tail: string;
}

export interface SseParserOptions {
  onFrame(frame: SseFrame): void;
  /** A frame larger than `maxFrameChars` was skipped; its whole length in characters, and how it begins and ends. */
  onOversize?(chars: number, ends: FrameEnds): void;
  /** The server asked for this reconnection delay. */
  onRetry?(delayMs: number): void;
  /** Characters from one blank line to the next, field names and comments included. Default 1 Mi. */
  maxFrameChars?: number;
}

export interface SseParser {
  /** Text decoded from the stream, cut anywhere. */
  feed(text: string): void;
  /** Forgets an unfinished frame: call it at the end of a connection. */
  reset(): void;
}

const maxEndChars = 16_000;
const defaultMaxFrameChars = 1024 * 1024;

/**
 * Parses a server-sent event stream (WHATWG HTML section 9.2) in bounded memory: a frame that is too large is
 * skipped and reported, and the stream continues. The frames do not depend on how the text is split into chunks.
 */
export function createSseParser(options: SseParserOptions): SseParser {
  const maxChars = options.maxFrameChars ?? defaultMaxFrameChars;
  const lines = createLineNormaliser();
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      options.onFrame({
        ...(id === undefined ? {} : { id }),
        ...(event === undefined ? {} : { event }),
        data,
      }),
    ...(options.onRetry === undefined ? {} : { onRetry: options.onRetry }),
  });
  /** Characters of the frame that is not finished yet. */
  let carried = 0;
  let atLineStart = true;
  let skipping = false;
  let ends: FrameEnds = { head: '', tail: '' };

  /** In bounded memory. */
  const keepEnds = (part: string) => {
    const { head, tail } = ends;
    ends = {
      head: head.length < maxEndChars ? (head + part).slice(0, maxEndChars) : head,
      tail: skipping ? (tail + part.slice(-maxEndChars)).slice(-maxEndChars) : '',
    };
  };

  const feed = (chunk: string): void => {
    const text = lines.normalise(chunk);
    let unfed = 0;
    for (let start = 0; start < text.length; ) {
      const end = endOfFrame(text, start, atLineStart);
      const stop = end === -1 ? text.length : end;
      carried += stop - start;
      if (!skipping && carried > maxChars) {
        // Exactly up to the last frame's end, so that reset loses the oversize frame and nothing else.
        parser.feed(text.slice(unfed, start));
        parser.reset();
        skipping = true;
      }
      keepEnds(text.slice(start, stop));
      if (skipping) unfed = stop;
      atLineStart = end !== -1 || text.endsWith('\n');
      if (end !== -1) finishFrame();
      start = stop;
    }
    if (unfed < text.length) parser.feed(unfed === 0 ? text : text.slice(unfed));
  };

  const finishFrame = (): void => {
    if (skipping) options.onOversize?.(carried, ends);
    ends = { head: '', tail: '' };
    skipping = false;
    carried = 0;
  };

  const reset = (): void => {
    finishFrame();
    parser.reset();
    lines.reset();
    atLineStart = true;
  };

  return { feed, reset };
}

/** Index just after the next blank line, or -1. `atLineStart`: the text starts at the beginning of a line. */
function endOfFrame(text: string, start: number, atLineStart: boolean): number {
  if (atLineStart && text.charCodeAt(start) === 0x0a) return start + 1;
  const blank = text.indexOf('\n\n', start);
  return blank === -1 ? -1 : blank + 2;
}

/** CR and CRLF become LF and a byte order mark is removed, for any split; a final CR ends its line at once. */
function createLineNormaliser() {
  let first = true;
  let afterCr = false;
  return {
    normalise(chunk: string): string {
      if (chunk === '') return chunk;
      const skip = (first && chunk.charCodeAt(0) === 0xfeff) || (afterCr && chunk.startsWith('\n'));
      const text = skip ? chunk.slice(1) : chunk;
      first = false;
      afterCr = text.endsWith('\r');
      return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    },
    reset(): void {
      first = true;
      afterCr = false;
    },
  };
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]/g, ' ');

/** The text of one server-sent event; line breaks in `data` become several data fields, `retry` is in milliseconds. */
export function encodeFrame(frame: SseFrame & { retry?: number }): string {
  let text = '';
  if (frame.event !== undefined) text += `event: ${oneLine(frame.event)}\n`;
  if (frame.id !== undefined) text += `id: ${oneLine(frame.id)}\n`;
  if (frame.retry !== undefined) text += `retry: ${Math.max(0, Math.round(frame.retry))}\n`;
  const data = /[\r\n]/.test(frame.data)
    ? frame.data.replace(/\r\n|\r|\n/g, '\ndata: ')
    : frame.data;
  return `${text}data: ${data}\n\n`;
}

/** A comment: readers ignore it; it keeps proxies from closing the connection. */
export function encodeComment(text: string): string {
  return `: ${oneLine(text)}\n\n`;
}
