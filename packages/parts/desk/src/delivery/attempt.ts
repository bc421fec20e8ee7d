import type { Protocols } from '@countersign/adapters/protocol/protocols';
import { say } from '@countersign/api/statements';
import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { attachmentsOf } from '@countersign/upformat/attachments';
import type { UpMessage } from '@countersign/upformat/message';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Carriers } from '../agents/carrier.ts';
import { lapsedReason } from '../outbox/answer-batch.ts';
import { authorOf, textOfMessage } from '../outbox/queued-messages.ts';
import { runsSeen } from '../records/open-runs.ts';
import { sentMessage } from '../relayed/sent-content.ts';
import { hasRunEnded } from '../rows/runs.ts';
import type { RunInputs } from '../tasks/run-inputs.ts';
import { type Answerer, deliverToAsker } from './answerer.ts';
import { asTextMessage, messagesOfBatch } from './batch-messages.ts';
import {
  type DeliveryStep,
  nothingLeaves,
  stepAfterSend,
  stepBeforeSend,
  undeliverable,
} from './delivery-step.ts';
import {
  type AskerDelivery,
  type Delivery,
  type DeliveryOutcome,
  idsOf,
  type QueuedDelivery,
  settleDelivery,
} from './lease.ts';
import { type CarriedMessage, resumeByNewRun } from './resume-run.ts';
import { type DeliveryLimits, deliver } from './send.ts';

export interface AttemptOptions {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  carriers: Carriers;
  /** Those who ask without a run. */
  answerers: readonly Answerer[];
  clock: Clock;
  random: () => number;
  limits: DeliveryLimits;
  runInputs: RunInputs;
  startRun: (runId: string) => Awaitable<void>;
  /** Keeps something for an agent that calls this server, until it fetches it. */
  keepFor: (delivery: Delivery) => Promise<DeliveryOutcome>;
}

/** Tries once to send a leased delivery to its agent, and journals the result. */
export function createAttempt(
  options: AttemptOptions,
): (delivery: Delivery, signal: AbortSignal) => Promise<void> {
  const { journal, registry, protocols, runInputs } = options;

  const settle = async (delivery: Delivery, outcome: DeliveryOutcome) => {
    const ids = delivery.batch === null ? leaving(delivery) : idsOf(delivery.batch);
    await Promise.all(ids.map((id) => journal.commit(settleDelivery, { id, outcome })));
  };

  const inputFor = async ({ batch, words, ...delivery }: Delivery): Promise<RunAgentInput> => {
    const { threadId, id: parentRunId } = delivery.run;
    if (batch !== null) return runInputs.batch(threadId, batch);
    const alone = words.length < 2 && delivery.kind !== 'words';
    return alone
      ? runInputs.carrying(delivery)
      : { ...(await runInputs.following({ threadId, words: words.map(wordsOf) })), parentRunId };
  };

  /** Composed again if a run ended meanwhile. */
  const carry = async (delivery: Delivery): Promise<void> => {
    const { batch, run } = delivery;
    if (batch !== null && batch.answers.length === 0) {
      return settle(delivery, { kind: 'undeliverable', reason: lapsedReason });
    }
    const seen = await runsSeen(journal.read, run.threadId);
    const input =
      delivery.ends === null
        ? await inputFor(delivery)
        : await runInputs.ending({ ...delivery, ends: delivery.ends });
    if (input === 'gone-on') return settle(delivery, { kind: 'dismissed' });
    if (input === 'no-way') return settle(delivery, { kind: 'unreported' });
    const { kind } = await journal.commit(resumeByNewRun, {
      deliveryIds:
        batch === null ? leaving(delivery) : batch.answers.map((answer) => answer.decisionId),
      agentId: run.agentId,
      input,
      seen,
      maxUnattended: options.limits.unattendedRuns,
      spoken: batch === null ? saidBy(delivery) : messagesOfBatch(batch),
      sent: batch === null && delivery.words.length === 0 ? inWordsOnly(delivery, input) : null,
      lapsed: {
        ids: batch === null ? [] : batch.lapsed.map((answer) => answer.decisionId),
        reason: lapsedReason,
      },
    });
    if (kind === 'started') await options.startRun(input.runId);
    if (kind === 'outdated') await carry(delivery);
  };

  const hasEnded = async (runId: string): Promise<boolean> =>
    await hasRunEnded(journal.read, runId);

  /** Sends to the open run, if there is one that accepts messages. Null = this server is closing: the next one tries again. */
  const notify = async (delivery: Delivery, signal: AbortSignal): Promise<DeliveryStep | null> => {
    const { agentId, threadId, id: runId } = delivery.run;
    const agent = await registry.descriptor(agentId);
    if (agent === null) return undeliverable(say('run.agent-unknown', { agent: agentId }));
    const protocol = protocols.of(agent.protocol);
    if (protocol === null) {
      return undeliverable(say('run.protocol-unknown', { protocol: agent.protocol }));
    }
    if (nothingLeaves(delivery)) return { kind: 'settle', outcome: { kind: 'dismissed' } };
    if (protocol.callsIn === true) {
      return { kind: 'settle', outcome: await options.keepFor(delivery) };
    }
    const { id } = delivery;
    const said = isOutOfReach(delivery) ? null : messageTo(delivery);
    const message = said && (await sentMessage(journal, { threadId, what: id }, said));
    const request = message && protocol.answer(agent, { threadId, runId, id, message });
    if (request === null) return stepBeforeSend(delivery);
    const outcome = await deliver(delivery, agent, request, {
      ...options,
      carrier: options.carriers.of(protocol.id),
      signal,
    });
    if (signal.aborted && outcome.kind !== 'delivered') return null;
    return stepAfterSend(delivery, outcome, () => hasEnded(runId));
  };

  return async (delivery, signal) => {
    const step = await notify(delivery, signal);
    if (step?.kind === 'settle') await settle(delivery, step.outcome);
    if (step?.kind === 'carry') await carry(delivery);
  };
}

/** Tries once to give a leased answer to an asker without a run, and journals the result. */
export async function attemptToAsker(
  options: AttemptOptions,
  delivery: AskerDelivery,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await deliverToAsker(options.answerers, delivery, { ...options, signal });
  // This server is closing: the next one tries again.
  if (signal.aborted && outcome.kind !== 'acknowledged') return;
  await options.journal.commit(settleDelivery, { id: delivery.answer.id, outcome });
}

/** Ids of what is sent with a delivery that is no batch. */
const leaving = ({ id, words }: Delivery): string[] =>
  words.length === 0 ? [id] : words.map((each) => each.id);

const wordsOf = ({ id, message }: QueuedDelivery) => ({
  messageId: id,
  content: textOfMessage(message),
  attached: attachmentsOf(message) ?? undefined,
});

/** Messages that are added to the task with the run that carries them; other messages are part of it already. */
const saidBy = ({ words }: Delivery): CarriedMessage[] =>
  words.flatMap((each) =>
    each.kind === 'words'
      ? [
          {
            messageId: each.id,
            content: textOfMessage(each.message),
            sender: authorOf(each.message),
            toolCallId: null,
          },
        ]
      : [],
  );

/** The last message, without files: those are kept with the run that has them. */
function inWordsOnly({ id, ends }: Delivery, { messages }: RunAgentInput): Message | null {
  const last = messages.at(-1);
  // The end of a question may be sent without words.
  if (last === undefined || (ends !== null && last.id !== id)) return null;
  if (!Array.isArray(last.content)) return last;
  const [words] = last.content;
  return { ...last, content: memberOf(words, 'text') ?? '' };
}

/** Whether the run that asked accepts nothing. Of one that was cut off it is unknown whether its agent continues. */
function isOutOfReach({ isQueued, ends, kind, run }: Delivery): boolean {
  if (ends === 'resume') return true;
  const isCutOff = run.status === 'cut-off' && (kind === 'end' || kind === 'notice');
  return isQueued || (run.ended && !isCutOff);
}

/** The message that can be sent to an open run; null = only a new run can carry it. */
function messageTo({ batch, ...delivery }: Delivery): UpMessage | null {
  if (batch === null) return delivery.message;
  const [answer, ...more] = batch.answers;
  return answer === undefined || more.length > 0 ? null : asTextMessage(delivery.message, answer);
}
