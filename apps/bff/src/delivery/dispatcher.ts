import { setMaxListeners } from 'node:events';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Journal } from '../journal/journal.ts';
import { isDismissed, lapsedReason } from '../outbox/answer-batch.ts';
import { speakerOf, textOfWords } from '../outbox/queued-words.ts';
import { createAlarm, type Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import type { RunInputs } from '../tasks/run-inputs.ts';
import { asWords, spokenBy } from './batch-words.ts';
import {
  type Delivery,
  type DeliveryOutcome,
  idsOf,
  leaseOutbox,
  type QueuedDelivery,
  settleDelivery,
} from './lease.ts';
import type { Spoken } from './resume-run.ts';
import { resumeByNewRun } from './resume-run.ts';
import { type DeliveryLimits, deliver } from './send.ts';

/** Hands recorded answers to the agents: at least once, with the same key, across restarts. */
export interface Outbox {
  /** Something may be due now. */
  kick(): void;
  /** Looks again when something is due: after a commit that may have let go of an answer. */
  rearm(): void;
  close(): Promise<void>;
}

export interface OutboxOptions {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  clock: Clock;
  random: () => number;
  limits: DeliveryLimits;
  runInputs: RunInputs;
  startRun: (runId: string) => void;
  report: Report;
}

/** After the store could not take it. */
const retryMs = 1_000;
const atOnce = 64;
/** One agent that hangs holds up this many, its own. */
const perAgent = 8;

export function createOutbox(options: OutboxOptions): Outbox {
  const { journal, clock } = options;
  const abort = new AbortController();
  // As many listeners as there are deliveries under way: not a leak.
  setMaxListeners(0, abort.signal);
  const inHand = new Map<Promise<void>, string>();
  /** It stays due for ever, and nobody waits for it: the disk cannot say what it is. */
  const lost = new Set<string>();
  let leasing = false;
  let again = false;

  const byAgent = () => {
    const counts = new Map<string, number>();
    for (const agent of inHand.values()) counts.set(agent, (counts.get(agent) ?? 0) + 1);
    return Object.fromEntries(counts);
  };

  const fullAgents = () =>
    Object.entries(byAgent()).flatMap(([id, count]) => (count < perAgent ? [] : [id]));

  const untilNext = () => {
    // With full hands, the next that is done looks again.
    if (inHand.size >= atOnce) return Number.POSITIVE_INFINITY;
    const due = journal.read.get<{ due: number }>(
      `SELECT due FROM outbox WHERE state = 'pending' AND agent NOT IN (SELECT value FROM json_each(?))
       AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY due LIMIT 1`,
      JSON.stringify(fullAgents()),
      JSON.stringify([...lost]),
    )?.due;
    return due === undefined ? Number.POSITIVE_INFINITY : due - clock.now();
  };

  const kick = () => {
    if (leasing) again = true;
    else void lease();
  };

  const lease = async () => {
    leasing = true;
    let atLeastMs = 0;
    try {
      do {
        again = false;
        if (abort.signal.aborted || inHand.size >= atOnce) break;
        const leased = await journal.commit(leaseOutbox, {
          limit: atOnce - inHand.size,
          perAgent,
          inHand: byAgent(),
          // Longer than an attempt can take, so that nobody else takes it meanwhile.
          leaseMs: options.limits.timeoutMs * 2,
        });
        const { deliveries } = leased;
        for (const id of leased.lost) lost.add(id);
        for (const delivery of deliveries) track(attempt(delivery), delivery.run.agentId);
        // Behind those of an agent whose hands are full now, others may be due.
        again ||= deliveries.length > 0 && fullAgents().length > 0;
      } while (again);
    } catch {
      // The store is not there: what is due stays due.
      atLeastMs = retryMs;
    } finally {
      leasing = false;
      alarm.arm(atLeastMs);
    }
  };
  const alarm = createAlarm({ clock, untilNext, ring: kick, report: options.report });

  const track = (work: Promise<void>, agentId: string) => {
    const done: Promise<void> = work
      .catch(() => {})
      .then(() => {
        inHand.delete(done);
        if (!abort.signal.aborted) kick();
      });
    inHand.set(done, agentId);
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const agent = await options.registry.descriptor(delivery.run.agentId);
    if (agent === null)
      return settle(delivery, gone(`The agent ${delivery.run.agentId} is not known.`));
    const protocol = options.protocols.of(agent.protocol);
    if (protocol === null)
      return settle(delivery, gone(`The protocol ${agent.protocol} is not known here.`));
    if (nothingLeaves(delivery)) return settle(delivery, { kind: 'dismissed' });
    const message = delivery.isQueued || delivery.run.ended ? null : messageTo(delivery);
    const { threadId, id: runId } = delivery.run;
    const request =
      message && protocol.answer(agent, { threadId, runId, id: delivery.id, message });
    if (request !== null) {
      const outcome = await deliver(delivery, agent, request, {
        ...options,
        signal: abort.signal,
      });
      // This server is going down: the lease runs out and the next one tries again.
      if (abort.signal.aborted && outcome.kind !== 'delivered') return;
      const mayCarry = delivery.kind === 'message' || delivery.batch !== null;
      const isRefused = outcome.kind === 'refused' || outcome.kind === 'undeliverable';
      if (mayCarry && isRefused) return carry(delivery);
      // It ended while the answer was on its way.
      const isTooLate = outcome.kind === 'refused' && outcome.isGone && hasEnded(delivery.run.id);
      if (isTooLate && delivery.kind === 'decision') return carry(delivery);
      return settle(delivery, outcome);
    }
    if (delivery.kind === 'notice') return settle(delivery, gone('Nobody is there to hear it.'));
    // A run that was stopped, or went wrong after the answer was given, is not started again behind the operator's back.
    if (delivery.kind === 'decision' && delivery.run.ended && !takesAnswers(delivery)) {
      return settle(delivery, gone(`The run is ${delivery.run.status}; nobody takes the answer.`));
    }
    return carry(delivery);
  };

  const hasEnded = (runId: string): boolean =>
    journal.read.get('SELECT 1 FROM runs WHERE id = ? AND ended IS NOT NULL', runId) !== undefined;

  const settle = async (delivery: Delivery, outcome: DeliveryOutcome) => {
    const ids = delivery.batch === null ? leaving(delivery) : idsOf(delivery.batch);
    await Promise.all(ids.map((id) => journal.commit(settleDelivery, { id, outcome })));
  };

  const inputFor = async ({ batch, words, ...delivery }: Delivery): Promise<RunAgentInput> => {
    const { runInputs } = options;
    const { threadId, id: parentRunId } = delivery.run;
    if (batch !== null) return runInputs.batch(threadId, batch);
    const alone = words.length < 2 && delivery.kind !== 'words';
    return alone
      ? runInputs.carrying(delivery)
      : { ...(await runInputs.following({ threadId, words: words.map(wordsOf) })), parentRunId };
  };

  const carry = async (delivery: Delivery) => {
    const { batch, run } = delivery;
    if (batch !== null && batch.answers.length === 0) return settle(delivery, gone(lapsedReason));
    const input = await inputFor(delivery);
    const { started } = await journal.commit(resumeByNewRun, {
      deliveryIds:
        batch === null ? leaving(delivery) : batch.answers.map((answer) => answer.decisionId),
      agentId: run.agentId,
      input,
      spoken: batch === null ? saidBy(delivery) : spokenBy(batch),
      sent: batch === null && delivery.words.length === 0 ? (input.messages.at(-1) ?? null) : null,
      lapsed: {
        ids: batch === null ? [] : batch.lapsed.map((answer) => answer.decisionId),
        reason: lapsedReason,
      },
    });
    if (started) options.startRun(input.runId);
  };

  return {
    kick,
    rearm() {
      if (!leasing) alarm.arm();
    },
    async close() {
      abort.abort();
      alarm.stop();
      await Promise.all(inHand.keys());
    },
  };
}

/** Whether a new run may bring an answer to an agent whose run has ended. */
const takesAnswers = ({ run, isLate }: Delivery): boolean =>
  run.status === 'finished' || run.status === 'lost' || (run.status === 'failed' && isLate);

/** Ids of what leaves with a delivery that is no batch. */
const leaving = ({ id, words }: Delivery): string[] =>
  words.length === 0 ? [id] : words.map((each) => each.id);

const wordsOf = ({ id, message }: QueuedDelivery) => ({
  messageId: id,
  content: textOfWords(message),
});

/** Words that are said in the task with the run that brings them; the others stand there already. */
const saidBy = ({ words }: Delivery): Spoken[] =>
  words.flatMap((each) =>
    each.kind === 'words'
      ? [{ ...wordsOf(each), sender: speakerOf(each.message), toolCallId: null }]
      : [],
  );

const nothingLeaves = ({ batch }: Delivery): boolean =>
  batch !== null && batch.lapsed.length === 0 && batch.answers.every(isDismissed);

/** What an open run can be told; null = only a new run can bring it. */
function messageTo({ batch, ...delivery }: Delivery): UpMessage | null {
  if (batch === null) return delivery.message;
  const [answer, ...more] = batch.answers;
  return answer === undefined || more.length > 0 ? null : asWords(delivery.message, answer);
}

const gone = (reason: string): DeliveryOutcome => ({ kind: 'undeliverable', reason });
