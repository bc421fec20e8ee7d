import type { Decoded, Decoder } from '@countersign/hai/decoded';
import { validateEvent } from '@countersign/hai/validate';
import { faultAt } from '@countersign/json/fault';
import type { JsonObject } from '@countersign/json/json-object';
import { isObject, memberOf } from '@countersign/json/json-object';
import { say } from '../agent-statements.ts';
import type { ReadingOptions } from '../protocol/agent-protocol.ts';
import { beforeRun } from './before-run.ts';
import { frameContent } from './frames.ts';
import { createKnownMessages } from './known-messages.ts';
import { createTokenWriter } from './message-writer.ts';
import { createTaskReading } from './task-reading.ts';

/** Members whose content becomes events. */
const earlier = new Set(['parts', 'content', 'history', 'artifacts', 'jsonrpc']);
const maxChars = 8_000;

/** A frame without what its events contain: metadata, extensions and times that A2A has and HAI has not. Null = nothing is left. */
function outlineOf(frame: unknown): JsonObject | null {
  const outline = without(frame, 0);
  if (!isObject(outline)) return null;
  const text = JSON.stringify(outline);
  if (text.length > maxChars) return null;
  return /"(metadata|extensions|description|name|timestamp|final|data)"/.test(text)
    ? outline
    : null;
}

function without(value: unknown, depth: number): unknown {
  if (depth > 8) return undefined;
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => without(one, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !earlier.has(name) && name !== '__proto__')
      .map(([name, member]) => [name, without(member, depth + 1)]),
  );
}

/** Frames of a stream become HAI events. What the agent repeats of a task is recognised and not said twice. */
export function createA2aDecoder({ threadId, runId, earlier }: ReadingOptions): Decoder {
  const known = createKnownMessages(earlier?.messages ?? []);
  const before = beforeRun({ threadId, runId, earlier }, known);
  const reading = createTaskReading({ threadId, runId }, known, before);
  /** Messages that were begun and not ended. */
  const open = new Set<string>();
  let started = false;
  let frames = 0;

  const note = (event: unknown) => {
    known.note(event);
    const type = memberOf(event, 'type');
    const messageId = memberOf(event, 'messageId');
    if (type === 'RUN_STARTED') started = true;
    if (typeof messageId === 'string') {
      if (type === 'BUSINESS_DATA_START') open.add(messageId);
      if (type === 'BUSINESS_DATA_END') open.delete(messageId);
    }
  };

  const decodeFrame = (frame: unknown): Decoded => {
    const out: Decoded = { events: [], issues: [], refused: 0 };
    const news = frameContent(frame);
    if (news === null) {
      return { ...out, issues: [faultAt('', say('frame.no-a2a'))], refused: 1 };
    }
    // What follows the end of a task belongs to no run.
    if (reading.isOver() && reading.repeats(news)) return out;
    if (reading.isOver()) return { ...out, events: [{ type: 'RAW', event: frame, source: 'a2a' }] };
    frames += 1;
    let rawEvent = outlineOf(frame);
    const speech = createTokenWriter({ known, open, protocol: 'a2a' }, (event) => {
      validateEvent(rawEvent === null ? event : { ...event, rawEvent }, out);
      rawEvent = null;
    });
    if (!started) speech.emit({ type: 'RUN_STARTED', threadId, runId });
    started = true;
    reading.take(speech, news, frames);
    return out;
  };

  return {
    decode(data) {
      try {
        return decodeFrame(JSON.parse(data));
      } catch {
        return { events: [], issues: [faultAt('', say('frame.no-json'))], refused: 1 };
      }
    },
    decodeValue(json) {
      note(json);
      return { events: [], issues: [], refused: 0 };
    },
  };
}
