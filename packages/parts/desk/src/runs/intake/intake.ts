import { type ForeignStream, foreignStreamOf } from '@countersign/adapters/foreign-stream';
import type { Altered } from '@countersign/adapters/keep-exact';
import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import type { ReceivedAsk } from '../../decisions/questions/received-ask.ts';
import { createBatch } from './batch.ts';
import { createEventIntake, type EventIntakeOptions } from './event-intake.ts';
import { type FrameCursor, frameOrder } from './frame-order.ts';
import type { IngestItem } from './ingest-item.ts';
import { alteredIn, misreadIn, notTaken, outOfOrder, tooLarge } from './stream-anomaly.ts';

/** A frame above this size (characters) is rejected. */
export const maxFrameChars = 1_000_000;

export interface Intake {
  /** Receives text, split anywhere, and returns the items it completes. */
  feed(text: string): IngestItem[];
  /** Remaining items when the run has ended. */
  end(): IngestItem[];
  /** A new connection starts: half a frame of the old one is discarded. */
  reconnected(): void;
  /** Feeds events journalled before a restart, so that the order is checked with them. */
  remember(event: HaiEvent): void;
  /** SSE id of the last complete frame. */
  lastEventId(): string | null;
  /** The protocol detected from its events so far. */
  spoke(): string | null;
  /** What its stream is, if it is none of a protocol that is read here. */
  foreign(): ForeignStream | null;
  /** The agent has ended its own run. */
  ended(): boolean;
  /** Questions that are asked at the end of the run: for when that end will never come. */
  left(): ReceivedAsk[];
}

export interface IntakeOptions extends Omit<EventIntakeOptions, 'inServer'> {
  lastEventId: string | null;
  /** Front-end tools that the agent declares. */
  tools?: readonly DeclaredTool[];
  /** The protocol of the agent. */
  protocol: Pick<AgentProtocol, 'read' | 'inServer'>;
  /** The only protocol that has such frames. */
  detect: (frame: string) => string | null;
}

/** Converts an agent's text to items: parsed once, here; every failure becomes an anomaly. */
export function createIntake(options: IntakeOptions): Intake {
  const { lastEventId } = options;
  const reading = options.protocol.read(options);
  const batch = createBatch(options.agentId);
  const inServer = options.protocol.inServer === true;
  const events = createEventIntake({ ...options, inServer }, reading, batch);
  let cursor: FrameCursor = { lastEventId, replaying: lastEventId !== null };
  let spoke: string | null = null;
  let foreign: ForeignStream | null = null;

  const isNew = (id: string | undefined): boolean => {
    const order = frameOrder(cursor, id);
    cursor = order.cursor;
    if (order.violation !== null) batch.anomaly(outOfOrder(order.violation));
    return order.isNew;
  };

  const takeText = (text: string, altered: readonly Altered[]) => {
    spoke ??= options.detect(text);
    foreign ??= foreignStreamOf(text);
    const decoded = reading.decoder.decode(text);
    const misread = misreadIn(decoded, text);
    if (misread !== null) batch.anomaly(misread);
    for (const event of decoded.events) events.take(event, altered);
    const unlike = alteredIn(altered);
    if (unlike !== null) batch.anomaly(unlike);
  };

  const framing = reading.framing({
    maxFrameChars,
    onFrame(frame) {
      const before = batch.length();
      if (!isNew(frame.id)) return;
      try {
        const { text, altered } = reading.exact(frame);
        takeText(text, altered);
      } catch (error) {
        batch.anomaly(notTaken(frame.data, error));
      }
      if (frame.id && batch.length() > before) batch.complete(frame.id);
    },
    onOversize(chars, ends) {
      batch.anomaly(tooLarge(chars, maxFrameChars));
      if (ends !== undefined) events.takeLarge({ chars, ...ends }, maxFrameChars);
    },
  });

  return {
    feed(text) {
      framing.feed(text);
      return batch.take();
    },
    end() {
      events.end();
      return batch.take();
    },
    reconnected() {
      framing.reset();
      cursor = { ...cursor, replaying: true };
    },
    remember(event) {
      reading.decoder.decodeValue(event);
      events.remember(event);
    },
    lastEventId: () => cursor.lastEventId,
    spoke: () => spoke,
    foreign: () => (spoke === null ? foreign : null),
    ended: events.ended,
    left: events.left,
  };
}
