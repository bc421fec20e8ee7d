import { setMaxListeners } from 'node:events';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Journal } from '../journal/journal.ts';
import { isDismissed } from '../outbox/answer-batch.ts';
import { speakerOf, textOfWords } from '../outbox/queued-words.ts';
import { createAlarm, type Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { lapsedReason, type RunInputs } from '../tasks/run-inputs.ts';
import { asWords, spokenBy } from './batch-words.ts';
import {
  type DeliveryOutcome,
  idsOf,
  leaseOutbox,
  type Parcel,
  type QueuedParcel,
  settleDelivery,
} from './lease.ts';
import type { Spoken } from './resume-run.ts';
import { carryByNewRun } from './resume-run.ts';
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
        const { parcels } = leased;
        for (const id of leased.lost) lost.add(id);
        for (const parcel of parcels) track(attempt(parcel), parcel.run.agentId);
        // Behind those of an agent whose hands are full now, others may be due.
        again ||= parcels.length > 0 && fullAgents().length > 0;
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

  const attempt = async (parcel: Parcel): Promise<void> => {
    const agent = options.registry.descriptor(parcel.run.agentId);
    const feedbackUrl = agent?.feedback?.url;
    if (agent === null)
      return settle(parcel, gone(`The agent ${parcel.run.agentId} is not known.`));
    if (nothingLeaves(parcel)) return settle(parcel, { kind: 'dismissed' });
    const message = messageTo(parcel);
    if (!parcel.isQueued && !parcel.run.ended && feedbackUrl !== undefined && message !== null) {
      const outcome = await deliver({ ...parcel, message }, agent, feedbackUrl, {
        ...options,
        signal: abort.signal,
      });
      // This server is going down: the lease runs out and the next one tries again.
      if (abort.signal.aborted && outcome.kind !== 'delivered') return;
      const mayCarry = parcel.kind === 'message' || parcel.errand !== null;
      const isRefused = outcome.kind === 'refused' || outcome.kind === 'undeliverable';
      if (mayCarry && isRefused) return carry(parcel);
      // It ended while the answer was on its way.
      const isTooLate = outcome.kind === 'refused' && outcome.isGone && hasEnded(parcel.run.id);
      if (isTooLate && parcel.kind === 'decision') return carry(parcel);
      return settle(parcel, outcome);
    }
    if (parcel.kind === 'notice') return settle(parcel, gone('Nobody is there to hear it.'));
    // A run that was stopped, or went wrong after the answer was given, is not started again behind the operator's back.
    if (parcel.kind === 'decision' && parcel.run.ended && !takesAnswers(parcel)) {
      return settle(parcel, gone(`The run is ${parcel.run.status}; nobody takes the answer.`));
    }
    return carry(parcel);
  };

  const hasEnded = (runId: string): boolean =>
    journal.read.get('SELECT 1 FROM runs WHERE id = ? AND ended IS NOT NULL', runId) !== undefined;

  const settle = async (parcel: Parcel, outcome: DeliveryOutcome) => {
    const ids = parcel.errand === null ? leaving(parcel) : idsOf(parcel.errand);
    await Promise.all(ids.map((id) => journal.commit(settleDelivery, { id, outcome })));
  };

  const inputFor = async ({ errand, words, ...parcel }: Parcel): Promise<RunAgentInput> => {
    const { runInputs } = options;
    const { threadId, id: parentRunId } = parcel.run;
    if (errand !== null) return runInputs.errand(threadId, errand);
    const alone = words.length < 2 && parcel.kind !== 'words';
    return alone
      ? runInputs.carrying(parcel)
      : { ...(await runInputs.following({ threadId, words: words.map(wordsOf) })), parentRunId };
  };

  const carry = async (parcel: Parcel) => {
    const { errand, run } = parcel;
    if (errand !== null && errand.answers.length === 0) return settle(parcel, gone(lapsedReason));
    const input = await inputFor(parcel);
    const { started } = await journal.commit(carryByNewRun, {
      parcelIds:
        errand === null ? leaving(parcel) : errand.answers.map((answer) => answer.decisionId),
      agentId: run.agentId,
      input,
      spoken: errand === null ? saidBy(parcel) : spokenBy(errand),
      sent: errand === null && parcel.words.length === 0 ? (input.messages.at(-1) ?? null) : null,
      lapsed: {
        ids: errand === null ? [] : errand.lapsed.map((answer) => answer.decisionId),
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
const takesAnswers = ({ run, isLate }: Parcel): boolean =>
  run.status === 'finished' || run.status === 'lost' || (run.status === 'failed' && isLate);

/** Ids of what leaves with a parcel that is no errand. */
const leaving = ({ id, words }: Parcel): string[] =>
  words.length === 0 ? [id] : words.map((each) => each.id);

const wordsOf = ({ id, message }: QueuedParcel) => ({
  messageId: id,
  content: textOfWords(message),
});

/** Words that are said in the task with the run that brings them; the others stand there already. */
const saidBy = ({ words }: Parcel): Spoken[] =>
  words.flatMap((each) =>
    each.kind === 'words'
      ? [{ ...wordsOf(each), sender: speakerOf(each.message), toolCallId: null }]
      : [],
  );

const nothingLeaves = ({ errand }: Parcel): boolean =>
  errand !== null && errand.lapsed.length === 0 && errand.answers.every(isDismissed);

/** What an open run can be told; null = only a new run can bring it. */
function messageTo({ errand, ...parcel }: Parcel): UpMessage | null {
  if (errand === null) return parcel.message;
  const [answer, ...more] = errand.answers;
  return answer === undefined || more.length > 0 ? null : asWords(parcel.message, answer);
}

const gone = (reason: string): DeliveryOutcome => ({ kind: 'undeliverable', reason });
