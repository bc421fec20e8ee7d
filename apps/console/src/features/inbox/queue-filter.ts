import type { Operator } from '@countersign/api/operator';
import { originName } from '@countersign/api/origin';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueueFilterQuery } from '@countersign/client/calls/queue-calls';
import { isDueSoon } from '@countersign/desk/due-soon';
import { type Turn, turnOf } from '@countersign/desk/turn';
import { askerName } from '../../text/sender-name.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { type MessageTest, readTest } from './condition-filter.ts';

/** What is shown of the open prompts. Absent members leave everything in; what is snoozed is out unless asked for. */
export interface QueueFilter extends MessageTest {
  /** Words in ask, agent, task or tool. */
  q?: string;
  agent?: string;
  task?: string;
  kind?: 'blocking' | 'followup';
  severity?: PromptRow['severity'];
  /** `mine`: it waits for me. `held`: I hold it. `free`: unclaimed. `others`: another operator holds it. */
  turn?: 'mine' | 'held' | 'free' | 'others';
  snoozed?: 'only';
  /** Its deadline is within the next hour. */
  due?: 'hour';
  /** Closed prompts in place of open ones: answered by anyone, or by a default without having been seen. */
  show?: 'answered' | 'unseen';
  /** Name of the origin: `ag-ui/interrupt`. */
  origin?: string;
  /** Equal prompts, by their class. */
  class?: string;
}

/** The server reports when a lease or a snooze ends: until then it is valid, regardless of the clock of this machine. */
const UNTIL_REPORTED = Number.NEGATIVE_INFINITY;

const texts = new WeakMap<PromptRow, string>();

/** The searchable text of a prompt; computed once per state of the prompt. */
function textOf(prompt: PromptRow): string {
  const known = texts.get(prompt);
  if (known !== undefined) return known;
  const parts = [
    prompt.ask,
    askText(prompt),
    askerName(prompt),
    prompt.taskTitle ?? '',
    prompt.source.toolName ?? '',
  ];
  const text = parts.join(' ').toLowerCase();
  texts.set(prompt, text);
  return text;
}

/** Whether it is snoozed; the server ends a snooze and reports it. */
export const isSnoozed = (prompt: PromptRow): boolean =>
  prompt.state === 'open' && prompt.snooze !== null;

/** Whose turn it is as seen by `me`; null if not signed in. */
export function turnFor(prompt: PromptRow, me: Operator | null): Turn | null {
  return me === null ? null : turnOf(prompt, me, UNTIL_REPORTED);
}

function matchesTurn(prompt: PromptRow, turn: QueueFilter['turn'], me: Operator | null): boolean {
  if (turn === undefined) return true;
  if (turn === 'mine') return turnFor(prompt, me)?.mine === true;
  const holder = prompt.claim?.operator ?? null;
  if (turn === 'free') return holder === null;
  const isMine = holder !== null && holder === me?.id;
  return turn === 'held' ? isMine : holder !== null && !isMine;
}

/** Whether it is among the shown prompts: the open ones, or those closed in the requested way. */
function hasState({ state, decision, seen }: PromptRow, show: QueueFilter['show']): boolean {
  if (show === undefined) return state === 'open';
  if (state !== 'answered' || decision === null) return false;
  if (show === 'answered') return true;
  return seen === null && (decision.by.kind === 'default' || decision.by.kind === 'escalation');
}

/** The operator, the server's time, and what the server has found for the search text and the condition. */
export interface SeenBy {
  me: Operator | null;
  now: number;
  found?: ReadonlySet<string> | null;
}

/** Whether a prompt belongs into the queue. */
export function belongsTo(
  prompt: PromptRow,
  filter: QueueFilter,
  { me, now, found = null }: SeenBy,
): boolean {
  if (!hasState(prompt, filter.show)) return false;
  if (filter.due !== undefined && !isDueSoon(prompt, now)) return false;
  return matchesFilter(prompt, filter, { me, found });
}

/** Whether it is of the requested kind, regardless of its state and deadline. */
export function matchesFilter(
  prompt: PromptRow,
  filter: QueueFilter,
  { me, found = null }: Omit<SeenBy, 'now'>,
): boolean {
  if (isSnoozed(prompt) !== (filter.snoozed === 'only')) return false;
  if (filter.agent !== undefined && prompt.agentId !== filter.agent) return false;
  if (filter.task !== undefined && prompt.taskId !== filter.task) return false;
  if (filter.kind !== undefined && prompt.blocking !== (filter.kind === 'blocking')) return false;
  if (filter.severity !== undefined && prompt.severity !== filter.severity) return false;
  if (filter.origin !== undefined && originName(prompt.origin) !== filter.origin) return false;
  if (filter.class !== undefined && prompt.classKey !== filter.class) return false;
  if (!matchesTurn(prompt, filter.turn, me)) return false;
  const isFound = found?.has(prompt.id) === true;
  // A row does not contain the message: only the server can evaluate the condition. One that is not readable yet hides nothing.
  if (readTest(filter)?.ok === true && !isFound) return false;
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return isFound || words.every((word) => textOf(prompt).includes(word));
}

/** The filter as sent to the server; closed prompts are requested separately. */
export function askedOf(filter: QueueFilter): QueueFilterQuery {
  const { show: _show, place: _place, test: _test, value: _value, ...asked } = filter;
  const read = readTest(filter);
  return { ...asked, ...(read?.ok ? { condition: JSON.stringify(read.condition) } : {}) };
}

/** Whether anything narrows the queue. */
export const isFiltered = (filter: QueueFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
