import type { Altered } from '@countersign/adapters/keep-exact';
import { endsRun, type LargeText } from '@countersign/adapters/large-ask';
import type { RunReading } from '@countersign/adapters/protocol/agent-protocol';
import type { HaiEvent } from '@countersign/hai/event';
import { messageIdsOf, toolCallIdsOf } from '@countersign/hai/known-items';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { refusedNameIn, senderOf } from '@countersign/hai/sender';
import { createVerifier, type Verifier } from '@countersign/hai/verifier';
import { isObject } from '@countersign/json/json-object';
import { wellFormedText } from '@countersign/json/well-formed-text';
import type { ReceivedAsk } from '../../decisions/questions/received-ask.ts';
import type { Batch } from './batch.ts';
import { agentsEnd } from './ingest-item.ts';
import { createQuestionIntake } from './question-intake.ts';
import { breached, nameRefused } from './stream-anomaly.ts';
import { understand, withoutServersMark } from './understand.ts';

/** How much of a frame that is too large is journalled. */
const maxHeadChars = 4_000;
/** An agent that invents names without end is not reported for each of them. */
const maxRefusedNames = 100;

/** What an agent received of earlier runs: it may continue their calls and messages. */
export type EarlierInput = Pick<RunAgentInput, 'messages' | 'resume' | 'forwardedProps'>;

/** Receives the events of one run: checks their order and their sender, and finds their questions. */
export interface EventIntake {
  /** `altered`: what of the event's frame is not as it was sent. */
  take(event: HaiEvent, altered: readonly Altered[]): void;
  /** A frame that was too large to be read: a question in it is not lost. */
  takeLarge(large: LargeText, limit: number): void;
  /** The stream has ended: reports what was left open. */
  end(): void;
  /** Processes an event from before a restart, so that the order is checked with it; reports nothing. */
  remember(event: HaiEvent): void;
  /** The agent has ended its own run. */
  ended(): boolean;
  /** Questions that are asked at the end of the run. */
  left(): ReceivedAsk[];
}

export interface EventIntakeOptions {
  agentId: string;
  threadId: string;
  runId: string;
  earlier: EarlierInput;
  /** The events of the run are written by this server: its mark is right. */
  inServer: boolean;
  /** Epoch ms. */
  now: () => number;
}

export function createEventIntake(
  options: EventIntakeOptions,
  { asks }: Pick<RunReading, 'asks'>,
  batch: Batch,
): EventIntake {
  const { agentId, threadId, runId, now } = options;
  const verifier = verifierAfter(options.earlier);
  const place = { agentId, threadId, runId };
  const questions = createQuestionIntake({ asks, place, now, onAnomaly: batch.anomaly });
  const refusedNames = new Set<string>();
  let ended = false;

  /** Each name once: repetitions add no information. */
  const refuseName = (name: string, event: HaiEvent) => {
    if (refusedNames.has(name) || refusedNames.size >= maxRefusedNames) return;
    refusedNames.add(name);
    batch.anomaly(nameRefused(name, event));
  };

  return {
    take(earlier, altered) {
      const event = options.inServer ? earlier : withoutServersMark(earlier);
      if (event !== earlier) refuseName('countersign', earlier);
      const sender = senderOf(event.metadata, options);
      const refused = refusedNameIn(event, sender);
      if (refused !== null) refuseName(refused, event);
      for (const breach of verifier.check(event)) batch.anomaly(breached(breach));
      const item = understand(event, sender);
      if (agentsEnd(item) !== null) ended = true;
      // Before its questions are read: an error in reading them must not lose the event.
      batch.push(item);
      questions.take(event, item, altered);
    },
    takeLarge(large, limit) {
      const head = wellFormedText(large.head.slice(0, maxHeadChars));
      const event = { type: 'RAW', event: { chars: large.chars, head } } as const;
      const item = understand(event, senderOf(undefined, options));
      questions.takeLarge(large, limit, item);
      if (item.asks.length > 0) batch.push(item);
      if (!endsRun(large)) return;
      // The question is what it ended with: it waits, and nothing more is read of it.
      const end = { type: 'RUN_FINISHED', threadId, runId } as const;
      verifier.check(end);
      ended = true;
      batch.push(understand(end, senderOf(undefined, options)));
    },
    end() {
      for (const breach of verifier.end()) batch.anomaly(breached(breach));
    },
    remember(event) {
      verifier.check(event);
      questions.remember(event, understand(event, senderOf(event.metadata, options)));
    },
    ended: () => ended,
    left: questions.left,
  };
}

function verifierAfter(earlier: EarlierInput): Verifier {
  const messageIds = new Set(messageIdsOf(earlier.messages));
  const toolCallIds = new Set(toolCallIdsOf(earlier.messages));
  const resumes = isResumed(earlier);
  return createVerifier({
    message: (id) => messageIds.has(id),
    // The call of a question need not have been announced: Mastra names it in the question only.
    toolCall: (id) => resumes || toolCallIds.has(id),
  });
}

/** Whether the run answers questions of an earlier one, in either way. */
function isResumed({ resume, forwardedProps }: EarlierInput): boolean {
  const command = forwardedProps?.['command'];
  return (resume?.length ?? 0) > 0 || (isObject(command) && 'resume' in command);
}
