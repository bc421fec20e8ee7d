import type { Decoded, Decoder } from '@countersign/hai/decoded';
import { validateEvent } from '@countersign/hai/validate';
import { faultAt } from '@countersign/json/fault';
import { memberOf } from '@countersign/json/json-object';
import { createKnownMessages } from '../a2a/known-messages.ts';
import { createTokenWriter } from '../a2a/message-writer.ts';
import { say } from '../agent-statements.ts';
import type { ReadingOptions } from '../protocol/agent-protocol.ts';
import { frameContent, metadataIn } from './frames.ts';
import { createRunFrames, type RunFrames } from './run-frames.ts';
import { acpMessageOf } from './run-message.ts';

/** Frames of a stream become HAI events. What a run that is read again repeats is recognised and not said twice. */
export function createAcpDecoder({ threadId, runId, earlier }: ReadingOptions): Decoder {
  const known = createKnownMessages(earlier?.messages ?? []);
  const resumed =
    earlier === undefined ? null : acpMessageOf({ threadId, runId, ...earlier }).taskId;
  let frames: RunFrames | null = null;
  /** Messages that were begun and not ended. */
  const open = new Set<string>();
  let started = false;

  const note = (event: unknown) => {
    known.note(event);
    const type = memberOf(event, 'type');
    const messageId = memberOf(event, 'messageId');
    if (type === 'RUN_STARTED') started = true;
    if (typeof messageId !== 'string') return;
    if (type === 'BUSINESS_DATA_START') open.add(messageId);
    if (type === 'BUSINESS_DATA_END') open.delete(messageId);
  };

  const decodeFrame = (frame: unknown): Decoded => {
    const out: Decoded = { events: [], issues: [], refused: 0 };
    const news = frameContent(frame);
    if (news === null) {
      return { ...out, issues: [faultAt('', say('frame.no-acp'))], refused: 1 };
    }
    // After the events of the journal were noted: messages are counted from those.
    frames ??= createRunFrames({ threadId, runId, resumed }, known);
    // What follows the end of a run belongs to none.
    if (frames.isOver()) return { ...out, events: [{ type: 'RAW', event: frame, source: 'acp' }] };
    let rawEvent = metadataIn(frame);
    const speech = createTokenWriter({ known, open, protocol: 'acp' }, (event) => {
      validateEvent(rawEvent === null ? event : { ...event, rawEvent }, out);
      rawEvent = null;
    });
    if (!started) speech.emit({ type: 'RUN_STARTED', threadId, runId });
    started = true;
    const isShown = news.kind !== 'other' && (news.kind !== 'part' || news.part !== null);
    if (isShown) frames.take(speech, news);
    else speech.emit({ type: 'RAW', event: frame, source: 'acp' });
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
