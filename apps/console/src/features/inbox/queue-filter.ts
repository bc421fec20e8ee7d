import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { type Turn, turnOf } from '@countersign/api/turn';
import { askerName } from '../../text/sender-name.ts';
import { type MessageTest, passesTest } from './condition-filter.ts';

/** What is shown of the open prompts. Absent members leave everything in; what is snoozed is out unless asked for. */
export interface QueueFilter extends MessageTest {
  /** Words in ask, agent, task or tool. */
  q?: string;
  agent?: string;
  task?: string;
  kind?: 'blocking' | 'followup';
  severity?: Prompt['severity'];
  /** `mine`: it waits for me. `held`: I hold it. `free`: nobody does. `others`: somebody else does. */
  turn?: 'mine' | 'held' | 'free' | 'others';
  snoozed?: 'only';
  /** Its deadline is within the next hour. */
  due?: 'hour';
  /** What is over, in place of what is open: answered by anybody, or by its default with nobody looking. */
  show?: 'answered' | 'unseen';
  origin?: Prompt['origin'];
  /** Equal prompts, by their class. */
  class?: string;
}

/** The server says when a lease or a snooze ends: until then it stands, whatever the clock of this machine. */
const UNTIL_TOLD = Number.NEGATIVE_INFINITY;

const texts = new WeakMap<Prompt, string>();

/** What the words of a search are looked for in; made once per state of a prompt. */
function textOf(prompt: Prompt): string {
  const known = texts.get(prompt);
  if (known !== undefined) return known;
  const parts = [prompt.ask, askerName(prompt), prompt.taskTitle, prompt.source.toolName ?? ''];
  const text = parts.join(' ').toLowerCase();
  texts.set(prompt, text);
  return text;
}

/** Whether it is put aside; the server wakes it, and says so. */
export const isSnoozed = (prompt: Prompt): boolean =>
  prompt.state === 'open' && prompt.snooze !== null;

/** Whose turn it is as seen by `me`; nobody signed in has none. */
export function turnFor(prompt: Prompt, me: Operator | null): Turn | null {
  return me === null ? null : turnOf(prompt, me, UNTIL_TOLD);
}

function matchesTurn(prompt: Prompt, turn: QueueFilter['turn'], me: Operator | null): boolean {
  if (turn === undefined) return true;
  if (turn === 'mine') return turnFor(prompt, me)?.mine === true;
  const holder = prompt.claim?.operator ?? null;
  if (turn === 'free') return holder === null;
  const isMine = holder !== null && holder === me?.id;
  return turn === 'held' ? isMine : holder !== null && !isMine;
}

const HOUR_MS = 3_600_000;

/** Whether it is among those that are shown at all: the open ones, or those that are over in the way that is asked for. */
function hasState({ state, decision, seen }: Prompt, show: QueueFilter['show']): boolean {
  if (show === undefined) return state === 'open';
  if (state !== 'answered' || decision === null) return false;
  if (show === 'answered') return true;
  return seen === null && (decision.by.kind === 'default' || decision.by.kind === 'escalation');
}

/** Whether a prompt belongs into the queue. `now`: the server's clock, for what is due. */
export function belongsTo(
  prompt: Prompt,
  filter: QueueFilter,
  { me, now }: { me: Operator | null; now: number },
): boolean {
  if (!hasState(prompt, filter.show)) return false;
  if (filter.due !== undefined && (prompt.expiresAt ?? Number.POSITIVE_INFINITY) > now + HOUR_MS)
    return false;
  return matchesFilter(prompt, filter, me);
}

/** Whether it is of the kind asked for, whatever became of it and whenever it is due. */
export function matchesFilter(prompt: Prompt, filter: QueueFilter, me: Operator | null): boolean {
  if (isSnoozed(prompt) !== (filter.snoozed === 'only')) return false;
  if (filter.agent !== undefined && prompt.agentId !== filter.agent) return false;
  if (filter.task !== undefined && prompt.taskId !== filter.task) return false;
  if (filter.kind !== undefined && prompt.blocking !== (filter.kind === 'blocking')) return false;
  if (filter.severity !== undefined && prompt.severity !== filter.severity) return false;
  if (filter.origin !== undefined && prompt.origin !== filter.origin) return false;
  if (filter.class !== undefined && prompt.classKey !== filter.class) return false;
  if (!matchesTurn(prompt, filter.turn, me)) return false;
  if (!passesTest(filter, prompt.message)) return false;
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 || words.every((word) => textOf(prompt).includes(word));
}

/** Whether anything narrows the queue. */
export const isFiltered = (filter: QueueFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
