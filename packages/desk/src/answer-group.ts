import type { AnsweredBy } from '@countersign/api/origin';
import type { UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';

/** The members of a question that determine which others it is answered with. */
export interface Grouped {
  answeredBy: AnsweredBy;
  /** Open questions of one task with the same value are answered together; null = answered separately. */
  together: string | null;
}

/** Whether an answer is sent separately even if other questions are open: to the run or the asker that waits for it. */
export const isSentAlone = (answeredBy: AnsweredBy): boolean =>
  answeredBy === 'message' || answeredBy === 'asker';

/**
 * Which items cannot be sent while these questions of their task are open: answers of the same group, and messages while the agent
 * waits at an interrupt, because it accepts nothing else until that is answered (AG-UI). Answers sent separately do not wait.
 */
export function heldBackBy(open: readonly Grouped[]): (answer: Grouped) => boolean {
  const asked = open.filter(({ answeredBy }) => !isSentAlone(answeredBy));
  const groups = new Set(asked.map(({ together }) => together));
  const isInterrupted = asked.some(({ answeredBy }) => answeredBy === 'resume');
  return ({ answeredBy, together }) => {
    if (isSentAlone(answeredBy)) return false;
    if (together !== null && groups.has(together)) return true;
    return isInterrupted && answeredBy === 'words';
  };
}

/** An answer of a task that has not been sent and is not leased. */
export interface Unsent extends Grouped {
  id: string;
  state: 'pending' | 'held';
  /** When it is sent if it is not held, epoch ms. */
  due: number;
  /** Until then it can be recalled, epoch ms. */
  release: number;
}

/** What changes for an answer. */
export type Settled = Pick<Unsent, 'id' | 'state' | 'due'>;

/**
 * Holds the answers of a task that wait for others, and releases those that no longer wait: together, and not before the last
 * recall window has ended. Returns only the changes.
 */
export function settleAnswers(unsent: readonly Unsent[], open: readonly Grouped[]): Settled[] {
  const releases = new Map<string, number>();
  const groupOf = ({ id, together }: Unsent) => together ?? id;
  const isHeldBack = heldBackBy(open);
  for (const answer of unsent) {
    const group = groupOf(answer);
    releases.set(group, Math.max(answer.release, releases.get(group) ?? answer.release));
  }
  return unsent.flatMap((answer) => {
    const state = isHeldBack(answer) ? 'held' : 'pending';
    const due = releases.get(groupOf(answer)) ?? answer.release;
    return state === answer.state && due === answer.due ? [] : [{ id: answer.id, state, due }];
  });
}

/** Whether an answer is sent in the same run as the leading one: its group is, and held messages go with any group. */
export function leavesWith(
  lead: Pick<Unsent, 'id' | 'together'>,
  answer: Pick<Unsent, 'id' | 'together' | 'answeredBy' | 'state'>,
): boolean {
  if (answer.id === lead.id) return true;
  if (lead.together === null) return false;
  return answer.state === 'pending'
    ? answer.together === lead.together
    : answer.answeredBy === 'words';
}

/** What waits for the next run of a task: an answer or a message. */
export interface Queued {
  id: string;
  isQueuedKind: boolean;
  /** Null = it is not an answer. */
  answeredBy: AnsweredBy | null;
  together: string | null;
}

/**
 * The next items of a queue, in order, for a task without a run: messages up to the next answer together, an answer with its
 * group. `isBlocked`: the agent waits at an interrupt and accepts no messages.
 */
export function leavesNext(
  queue: readonly Queued[],
  { isBlocked, isHeldBack }: { isBlocked: boolean; isHeldBack: (answer: Grouped) => boolean },
): string[] {
  const mayGo = ({ isQueuedKind, answeredBy, together }: Queued) =>
    isQueuedKind ? !isBlocked : answeredBy === null || !isHeldBack({ answeredBy, together });
  const first = queue.findIndex(mayGo);
  const head = queue[first];
  if (head === undefined) return [];
  if (!head.isQueuedKind) {
    const { id, together } = head;
    if (together === null) return [id];
    return queue.filter((one) => one.together === together).map((one) => one.id);
  }
  const after = queue.slice(first);
  const end = after.findIndex(({ isQueuedKind }) => !isQueuedKind);
  return (end < 0 ? after : after.slice(0, end)).map((one) => one.id);
}

/** Whether an answer is too late for its interrupt, which can then only be cancelled. `now`: epoch ms. */
export function isLapsed(
  { answeredBy, message }: { answeredBy: AnsweredBy; message: UpMessage },
  now: number,
): boolean {
  const { expiresAt } = upPromptOf(message);
  return answeredBy === 'resume' && expiresAt !== undefined && Date.parse(expiresAt) <= now;
}
