import { createEventDecoder } from '@countersign/adapters/decode';
import type { HaiEvent } from '@countersign/hai/event';
import { createSseParser } from '@countersign/hai/sse';
import { type Breach, createVerifier } from '@countersign/hai/verifier';
import type { Fault } from '@countersign/json/fault';
import { shapeDetail } from '@countersign/json/shape-message';
import type { WrittenStatement } from '@countersign/json/statement';
import { seen } from './statements.ts';

/** One frame as received, with the events in it. */
export interface ReadFrame {
  id: string | null;
  data: string;
  events: readonly HaiEvent[];
}

/** How a stream ended: by the agent, by this side, because nothing came for too long, or because too much came. */
export type StreamEnd = 'ended' | 'closed' | 'silent' | 'broken' | 'too-much';

/** Reads one stream of a run, and remembers everything. */
export interface RunReader {
  readonly status: number;
  readonly headers: Headers;
  readonly frames: readonly ReadFrame[];
  readonly events: readonly HaiEvent[];
  readonly breaches: readonly Breach[];
  /** What was read leniently or not at all. */
  readonly remarks: readonly WrittenStatement[];
  /** The first event that fits, received or to come; null = the stream ended before. */
  until(fits: (event: HaiEvent) => boolean): Promise<HaiEvent | null>;
  readonly ended: Promise<StreamEnd>;
  /** Closes the connection. */
  close(): void;
}

const maxRemarks = 20;

/** The limit of the server for one frame. */
const maxFrameChars = 1_000_000;

/** How much is read. */
export interface ReadLimits {
  /** A stream without events for longer is given up, ms; comments only keep the connection open. */
  silenceMs: number;
  /** Of one stream. */
  maxBytes: number;
}

export function readRun(response: Response, { silenceMs, maxBytes }: ReadLimits): RunReader {
  const frames: ReadFrame[] = [];
  const events: HaiEvent[] = [];
  const breaches: Breach[] = [];
  const remarks: WrittenStatement[] = [];
  const waiters = new Set<() => void>();
  const verifier = createVerifier();
  const decoder = createEventDecoder({ agentId: 'checked' });
  let end: StreamEnd | null = null;

  const remark = (said: WrittenStatement) => {
    if (remarks.length < maxRemarks) remarks.push(said);
  };
  const wake = () => {
    for (const waiter of waiters) waiter();
  };
  const parser = createSseParser({
    onFrame({ id, event, data }) {
      if (data === '') return;
      const text = event === undefined || data.includes('"type"') ? data : withType(data, event);
      const decoded = decoder.decode(text);
      for (const issue of decoded.issues) remark(remarkOf(issue));
      if (decoded.refused > 0) remark(seen('check.seen.no-event', { frame: data.slice(0, 200) }));
      for (const one of decoded.events) {
        events.push(one);
        breaches.push(...verifier.check(one));
      }
      frames.push({ id: id ?? null, data, events: decoded.events });
      wake();
    },
    maxFrameChars,
    onOversize: (chars) => remark(seen('check.seen.too-long', { chars, limit: maxFrameChars })),
  });

  const reader = response.body?.getReader();
  const read = async (): Promise<StreamEnd> => {
    const text = new TextDecoder();
    let bytes = 0;
    for (let lastEventAt = Date.now(); ; ) {
      const before = frames.length;
      const silence = timeout(Math.max(1, lastEventAt + silenceMs - Date.now()));
      const chunk = await Promise.race([reader?.read(), silence.done]).finally(silence.cancel);
      if (chunk === 'timeout') return 'silent';
      if (chunk === undefined || chunk.done) return 'ended';
      bytes += chunk.value.byteLength;
      if (bytes > maxBytes) return 'too-much';
      parser.feed(text.decode(chunk.value, { stream: true }));
      if (frames.length > before) lastEventAt = Date.now();
    }
  };
  const ended = read()
    .catch((): StreamEnd => 'broken')
    .then((how) => {
      end ??= how;
      if (end === 'ended' || end === 'broken') breaches.push(...verifier.end());
      void reader?.cancel().catch(() => {});
      wake();
      return end;
    });

  return {
    status: response.status,
    headers: response.headers,
    frames,
    events,
    breaches,
    remarks,
    ended,
    until: (fits) =>
      new Promise((resolve) => {
        let seen = 0;
        const look = () => {
          for (; seen < events.length; seen += 1) {
            const event = events[seen];
            if (event !== undefined && fits(event)) {
              waiters.delete(look);
              resolve(event);
              return;
            }
          }
          if (end !== null) {
            waiters.delete(look);
            resolve(null);
          }
        };
        waiters.add(look);
        look();
      }),
    close() {
      end ??= 'closed';
      void reader?.cancel().catch(() => {});
      wake();
    },
  };
}

/** A fault of a frame, or of a member of it. */
export function remarkOf({ path, message, statement }: Fault): WrittenStatement {
  const fault = statement === undefined ? shapeDetail(message) : { text: message, statement };
  const place = path === '' ? '/' : path;
  if (message.endsWith('.')) return seen('check.seen.sentence-at', { path: place, fault });
  return path === ''
    ? seen('check.seen.frame-fault', { fault })
    : seen('check.seen.fault', { path, fault });
}

/** The type of the event is in the field `event:` of the frame. */
const withType = (data: string, type: string): string =>
  data.trim().startsWith('{')
    ? data.replace('{', `{"type":${JSON.stringify(type)},`).replace(',}', '}')
    : data;

/** A timer that can be cancelled. */
export function timeout(ms: number): { done: Promise<'timeout'>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), ms);
  });
  return { done, cancel: () => clearTimeout(timer) };
}
