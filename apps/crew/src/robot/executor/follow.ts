import type { RunContext } from '@countersign/agent/run-context';
import type { RobotText } from '../../words/robot-text.ts';
import { type Choice, choose, type Known } from './choose.ts';
import type { Affordance, Call, Environment } from './environment.ts';
import { type Intent, intents } from './intents.ts';
import { changeRobot } from './robot-state.ts';

/** What a call came to. */
export type Followed =
  | { state: 'done'; result: unknown }
  | { state: 'rejected' | 'failed' | 'unknown'; reason: string; label: string };

/** The environment recommends nothing that the agent could use for what it wants. */
export class NothingRecommended extends Error {}

export interface Follower {
  /** Asks the environment what fits an intent, and chooses. */
  find(intent: Intent, known: Known): Promise<Choice>;
  /** Calls what was chosen, and waits until it is over. */
  call(choice: Choice): Promise<Followed>;
  /** The same without a line in the task: for what is read again and again. */
  read(choice: Choice): Promise<Followed>;
  /** How to stop what moves, if the task is stopped now; null = nothing can move. */
  guardBy(brake: Choice | null, isMoving: boolean): void;
  /** Of a task that is stopped: ends the call that waits, and stops what moves. */
  giveUp(): Promise<void>;
}

interface FollowerParts {
  environment: Environment;
  /** The description of the arm that is not to be followed. */
  unwanted: string;
  words: RobotText['executor'];
}

/** Those that only read are called without asking: what asks could do more. */
const readers: ReadonlySet<Intent> = new Set(['read', 'watch']);
const approvals: readonly Affordance['approval'][] = ['none', 'ask', 'typed'];
/** Shorter than the time that a task has to end. */
const stoppingMs = 2_500;

export function createFollower(
  context: RunContext,
  { environment, unwanted, words }: FollowerParts,
): Follower {
  const { signal, threadId } = context;
  let pending: string | null = null;
  let guard: { brake: Choice; isMoving: boolean } | null = null;

  /** Of several descriptions of one thing the one that is wanted; to stop it, the one that asks least. */
  const usable = (intent: Intent, affordances: readonly Affordance[]): Affordance[] => {
    if (intent === 'stop') {
      return affordances.toSorted(
        (one, other) => approvals.indexOf(one.approval) - approvals.indexOf(other.approval),
      );
    }
    return affordances.filter(
      ({ service, approval }) =>
        service.kind !== unwanted && (!readers.has(intent) || approval === 'none'),
    );
  };

  const over = async (choice: Choice, onWait: () => Promise<void>): Promise<Followed> => {
    const { affordance } = choice;
    const given = { arguments: choice.arguments, task: threadId, key: context.createId() };
    let call = await environment.call(affordance, given, signal);
    if (call.state === 'waiting') {
      pending = call.call_id;
      await onWait();
    }
    while (call.state === 'waiting') {
      call = await environment.outcome(call.call_id, signal);
      await context.checkpoint();
    }
    pending = null;
    return followedBy(call, affordance.label, words);
  };

  return {
    async find(intent, known) {
      const sought = intents[intent];
      let chosen: Choice | null = null;
      await context.tool('read_signifiers', { context: sought }, async () => {
        const recommended = await environment.recommended(sought, signal);
        chosen = choose(usable(intent, recommended), known);
        const labels = recommended.map(({ label }) => label);
        await changeRobot(context, (state) => {
          const followed = state.followed ?? [];
          followed.push({ intent, chosen: chosen?.affordance.label ?? '', recommended: labels });
          state.followed = followed.slice(-40);
        });
        return { recommended: labels, chosen: chosen?.affordance.label ?? null };
      });
      const found: Choice | null = chosen;
      if (found === null) throw new NothingRecommended(words.nothingFor(words.intents[intent]));
      return found;
    },
    call: (choice) => {
      const { label, approval } = choice.affordance;
      return context.tool(label, choice.arguments ?? {}, () =>
        over(choice, async () => {
          if (approval !== 'none') await context.say(words.waitsForApproval(label));
        }),
      );
    },
    read: (choice) => over(choice, async () => {}),
    guardBy(brake, isMoving) {
      guard = brake === null ? null : { brake, isMoving };
    },
    async giveUp() {
      const limit = AbortSignal.timeout(stoppingMs);
      const stop = async (brake: Choice) => {
        const key = context.createId();
        const given = { arguments: brake.arguments, task: threadId, key };
        await environment.call(brake.affordance, given, limit);
      };
      if (guard?.isMoving === true) return stop(guard.brake);
      if (pending === null) return;
      const { state } = await environment.cancel(pending, limit);
      // Too late: it was approved in this moment.
      if (guard !== null && (state === 'done' || state === 'unknown')) await stop(guard.brake);
    },
  };
}

function followedBy(call: Call, label: string, words: FollowerParts['words']): Followed {
  const { state, result, error, reason } = call;
  if (state === 'done') return { state, result };
  if (state === 'rejected') return { state, label, reason: reason ?? '' };
  if (state === 'unknown') return { state, label, reason: words.outcomeUnknown };
  return { state: 'failed', label, reason: error ?? words.wasStopped };
}
