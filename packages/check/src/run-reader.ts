import { createEventDecoder } from '@countersign/adapters/decode';
import type { HaiEvent } from '@countersign/hai/event';
import { createSseParser } from '@countersign/hai/sse';
import { type Breach, createVerifier } from '@countersign/hai/verifier';
import type { Fault } from '@countersign/json/fault';
import { shapeDetail } from '@countersign/json/shape-message';
import type { WrittenStatement } from '@countersign/json/statement';
import { createReceived, type ReadLimits, readBody, type StreamEnd } from './body-reader.ts';
import { seen } from './statements.ts';

/** One frame as received, with the events in it. */
export interface ReadFrame {
  id: string | null;
  data: string;
  events: readonly HaiEvent[];
}

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

export function readRun(response: Response, limits: ReadLimits): RunReader {
  const frames: ReadFrame[] = [];
  const events = createReceived<HaiEvent>();
  const breaches: Breach[] = [];
  const remarks: WrittenStatement[] = [];
  const verifier = createVerifier();
  const decoder = createEventDecoder({ agentId: 'checked' });

  const remark = (said: WrittenStatement) => {
    if (remarks.length < maxRemarks) remarks.push(said);
  };
  const parser = createSseParser({
    onFrame({ id, event, data }) {
      if (data === '') return;
      const text = event === undefined || data.includes('"type"') ? data : withType(data, event);
      const decoded = decoder.decode(text);
      for (const issue of decoded.issues) remark(remarkOf(issue));
      if (decoded.refused > 0) remark(seen('check.seen.no-event', { frame: data.slice(0, 200) }));
      frames.push({ id: id ?? null, data, events: decoded.events });
      for (const one of decoded.events) breaches.push(...verifier.check(one));
      events.push(...decoded.events);
    },
    maxFrameChars,
    onOversize: (chars) => remark(seen('check.seen.too-long', { chars, limit: maxFrameChars })),
  });

  const body = readBody(response, limits, (text) => {
    const before = frames.length;
    parser.feed(text);
    return frames.length > before;
  });
  const ended = body.ended.then((how) => {
    if (how === 'ended' || how === 'broken') breaches.push(...verifier.end());
    events.end();
    return how;
  });

  return {
    status: response.status,
    headers: response.headers,
    frames,
    events: events.items,
    breaches,
    remarks,
    ended,
    until: events.until,
    close() {
      body.close();
      events.end();
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
