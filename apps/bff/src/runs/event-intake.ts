import type { Altered } from '@countersign/adapters/keep-exact';
import type { RunReading } from '@countersign/adapters/protocol/agent-protocol';
import type { HaiEvent } from '@countersign/hai/event';
import { messageIdsOf, toolCallIdsOf } from '@countersign/hai/known-items';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { refusedNameIn, senderOf } from '@countersign/hai/sender';
import { createVerifier, type Verifier } from '@countersign/hai/verifier';
import { isObject } from '@countersign/json/json-object';
import type { HeardAsk } from '../decisions/heard-ask.ts';
import type { Batch } from './batch.ts';
import { createQuestionIntake } from './question-intake.ts';
import { breached, nameRefused } from './stream-anomaly.ts';
import { understand, withoutServersMark } from './understand.ts';

/** An agent that makes up names without end is not told of for each of them. */
const maxRefusedNames = 100;

/** What an agent was told of earlier runs: it may go on with their calls and messages. */
export type Told = Pick<RunAgentInput, 'messages' | 'resume' | 'forwardedProps'>;

/** Takes the events of one run: judges their order and who speaks, and finds their questions. */
export interface EventIntake {
  /** `altered`: what of the frame the event came in is not as it was sent. */
  take(event: HaiEvent, altered: readonly Altered[]): void;
  /** The stream is over: says what was left open. */
  end(): void;
  /** Takes an event that was taken before a restart, so that order is judged with it; says nothing. */
  remember(event: HaiEvent): void;
  /** The agent has declared its own run over. */
  ended(): boolean;
  /** Questions that wait for the end of the run to be asked. */
  left(): HeardAsk[];
}

export interface EventIntakeOptions {
  agentId: string;
  threadId: string;
  runId: string;
  told: Told;
  /** Epoch ms. */
  now: () => number;
}

export function createEventIntake(
  options: EventIntakeOptions,
  { asks }: Pick<RunReading, 'asks'>,
  batch: Batch,
): EventIntake {
  const { agentId, threadId, runId, now } = options;
  const verifier = verifierAfter(options.told);
  const place = { agentId, threadId, runId };
  const questions = createQuestionIntake({ asks, place, now, onAnomaly: batch.anomaly });
  const refusedNames = new Set<string>();
  let ended = false;

  /** Each name once: it says no more by being said again. */
  const refuseName = (name: string, event: HaiEvent) => {
    if (refusedNames.has(name) || refusedNames.size >= maxRefusedNames) return;
    refusedNames.add(name);
    batch.anomaly(nameRefused(name, event));
  };

  return {
    take(told, altered) {
      const event = withoutServersMark(told);
      if (event !== told) refuseName('countersign', told);
      const sender = senderOf(event.metadata, options);
      const refused = refusedNameIn(event, sender);
      if (refused !== null) refuseName(refused, event);
      for (const breach of verifier.check(event)) batch.anomaly(breached(breach));
      const item = understand(event, sender);
      if (item.lifecycle === 'finished' || item.lifecycle === 'failed') ended = true;
      // Before its questions are read: an event is not lost for what they do to us.
      batch.push(item);
      questions.take(event, item, altered);
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

function verifierAfter(told: Told): Verifier {
  const messageIds = new Set(messageIdsOf(told.messages));
  const toolCallIds = new Set(toolCallIdsOf(told.messages));
  const resumes = isResumed(told);
  return createVerifier({
    message: (id) => messageIds.has(id),
    // The call that was asked about need not have been announced: Mastra names it in the question alone.
    toolCall: (id) => resumes || toolCallIds.has(id),
  });
}

/** The run answers what an earlier one had asked, in either way there is. */
function isResumed({ resume, forwardedProps }: Told): boolean {
  const command = forwardedProps?.['command'];
  return (resume?.length ?? 0) > 0 || (isObject(command) && 'resume' in command);
}
