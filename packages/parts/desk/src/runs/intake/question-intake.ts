import type { ForeignAsk } from '@countersign/adapters/ask';
import type { AskFound, AskReader } from '@countersign/adapters/ask-reader';
import type { Altered } from '@countersign/adapters/keep-exact';
import { type LargeText, largeAsk, largeForeignAsk } from '@countersign/adapters/large-ask';
import { unreadAsk } from '@countersign/adapters/unread-ask';
import { say } from '@countersign/api/statements';
import type { HaiEvent } from '@countersign/hai/event';
import { parseUpMessage } from '@countersign/upformat/parse';
import type { ReceivedAsk } from '../../decisions/questions/received-ask.ts';
import type { IngestEvent } from './ingest-item.ts';
import { isTooLarge, maxAskChars, seal, sealAsk, withAltered } from './seal-question.ts';
import { namelessInterrupts, quarantined, type StreamAnomaly } from './stream-anomaly.ts';
import { upMessageOf } from './understand.ts';

/** Finds the questions of one run in its events, and seals them. */
export interface QuestionIntake {
  /** Adds the questions of an event to its item, and reports which of them cannot be asked. */
  take(event: HaiEvent, item: IngestEvent, altered: readonly Altered[]): void;
  /** Adds a question to an item of which only the ends are known: it is too large. `limit`: what is read, characters. */
  takeLarge(large: LargeText, limit: number, item: IngestEvent): void;
  /** Reads an event that was taken before a restart: questions built from several events continue from it. */
  remember(event: HaiEvent, item: IngestEvent): void;
  /** Questions that are asked at the end of the run. */
  left(): ReceivedAsk[];
}

export interface QuestionIntakeOptions {
  asks: AskReader;
  place: { threadId: string; runId: string; agentId: string };
  /** Epoch ms. */
  now: () => number;
  onAnomaly: (anomaly: StreamAnomaly) => void;
}

export function createQuestionIntake(options: QuestionIntakeOptions): QuestionIntake {
  const { asks, place, onAnomaly } = options;
  const timestamp = () => new Date(options.now()).toISOString();
  const authorOf = (item: IngestEvent) => item.relayedFor ?? place.agentId;

  const receive = (event: HaiEvent, item: IngestEvent): AskFound =>
    asks.read(event, {
      agentId: authorOf(item),
      timestamp: timestamp(),
      relayed: item.sourceRun !== null || item.relayedFor !== null,
    });

  /** Questions in formats other than UpFormat. */
  const takeForeign = (event: HaiEvent, item: IngestEvent, altered: readonly Altered[]) => {
    const found = receive(event, item);
    if (found.nameless > 0) onAnomaly(namelessInterrupts(found.nameless, item.json));
    for (const ask of found.asks) {
      const sealed = sealAsk(ask, altered);
      if ('problems' in sealed) {
        onAnomaly(quarantined(say('stream.question-unreadable'), item.json, sealed.problems));
        const at = { ...placeIn(item), limit: maxAskChars };
        if (isTooLarge(ask.message)) takeRow(largeForeignAsk(ask, endsOf(item.json), at), item);
      } else item.asks.push(sealed);
    }
  };

  const placeIn = (item: IngestEvent) => ({
    ...{ ...place, agentId: authorOf(item), timestamp: timestamp() },
  });

  /** In place of a question that cannot be asked: a row that shows what was received. */
  const takeRow = (row: ForeignAsk | null, item: IngestEvent) => {
    const sealed = row === null ? null : seal(row.message);
    if (row === null || sealed === null || 'problems' in sealed) return;
    item.asks.push({ ...sealed, origin: row.origin, source: row.source });
  };

  const takeLarge: QuestionIntake['takeLarge'] = (large, limit, item) =>
    takeRow(largeAsk(large, { ...placeIn(item), limit }), item);

  const takeUpMessage = (event: HaiEvent, item: IngestEvent, altered: readonly Altered[]) => {
    const candidate = upMessageOf(event);
    if (candidate === undefined) return;
    const { threadId } = place;
    const parsed = parseUpMessage(candidate, { threadId, timestamp: timestamp() });
    const sealed = parsed.ok ? seal(withAltered(parsed.message, altered)) : parsed;
    if ('digest' in sealed) item.up = sealed;
    else {
      const json = JSON.stringify(candidate);
      onAnomaly(quarantined(say('stream.message-invalid'), json, sealed.problems));
      if (json.length > maxAskChars) takeLarge(endsOf(item.json), maxAskChars, item);
      else {
        const { problems } = sealed;
        takeRow(unreadAsk(candidate, { text: json, problems }, placeIn(item)), item);
      }
    }
  };

  return {
    take(event, item, altered) {
      takeForeign(event, item, altered);
      takeUpMessage(event, item, altered);
    },
    takeLarge,
    remember: receive,
    left: () =>
      asks
        .left({ agentId: place.agentId, timestamp: timestamp(), relayed: false })
        .flatMap((ask) => {
          const sealed = sealAsk(ask, []);
          return 'problems' in sealed ? [] : [sealed];
        }),
  };
}

const endChars = 16_000;

const endsOf = (text: string): LargeText => ({
  chars: text.length,
  head: text.slice(0, endChars),
  tail: text.slice(-endChars),
});
