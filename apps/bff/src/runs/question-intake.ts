import type { AskFound, AskReader } from '@countersign/adapters/ask-reader';
import type { Altered } from '@countersign/adapters/keep-exact';
import { unreadAsk } from '@countersign/adapters/unread-ask';
import { say } from '@countersign/api/statements';
import type { Issue } from '@countersign/hai/decoded';
import type { HaiEvent } from '@countersign/hai/event';
import { parseUpMessage } from '@countersign/upformat/parse';
import type { ReceivedAsk } from '../decisions/received-ask.ts';
import type { IngestEvent } from './ingest-item.ts';
import { seal, sealAsk, withAltered } from './seal-question.ts';
import { namelessInterrupts, quarantined, type StreamAnomaly } from './stream-anomaly.ts';
import { upMessageOf } from './understand.ts';

/** Finds the questions of one run in its events, and seals them. */
export interface QuestionIntake {
  /** Adds the questions of an event to its item, and reports which of them cannot be asked. */
  take(event: HaiEvent, item: IngestEvent, altered: readonly Altered[]): void;
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
      } else item.asks.push(sealed);
    }
  };

  /** A question is not lost because of an error in its frame: people see it as received. */
  const takeUnread = (candidate: unknown, item: IngestEvent, problems: readonly Issue[]) => {
    const text = JSON.stringify(candidate);
    const at = { ...place, agentId: authorOf(item), timestamp: timestamp() };
    const ask = unreadAsk(candidate, { text, problems }, at);
    const sealed = ask === null ? null : seal(ask.message);
    if (ask === null || sealed === null || !('digest' in sealed)) return;
    item.asks.push({ ...sealed, origin: ask.origin, source: ask.source });
  };

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
      takeUnread(candidate, item, sealed.problems);
    }
  };

  return {
    take(event, item, altered) {
      takeForeign(event, item, altered);
      takeUpMessage(event, item, altered);
    },
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
