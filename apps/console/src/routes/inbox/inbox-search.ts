import { originNameNow } from '@countersign/api/origin';
import { ruleConditionSchema } from '@countersign/api/rule';
import { severities } from '@countersign/upformat/message';
import type { QueueFilter } from '../../features/inbox/queue-filter.ts';

/** The inbox in the address: it can be shared, and saved as a view. */
export interface InboxSearch extends QueueFilter {
  /** Equal prompts share a row: all, or none; from five on unless specified. */
  group?: 'equal' | 'none';
  /** Id of the saved view it was made from. */
  view?: string;
  /** The table on the right: a class of equal prompts, or what is selected. */
  table?: string;
}

/** Value of `table` for what is selected in this tab. */
export const SELECTED = 'selected';

const MAX_CHARS = 200;

/** Text of an address; the router parses digits as a number. */
const text = (value: unknown): string | undefined => {
  const words = typeof value === 'number' ? String(value) : value;
  return typeof words === 'string' && words !== '' ? words.slice(0, MAX_CHARS) : undefined;
};

const oneOf =
  <T extends string>(...allowed: readonly T[]) =>
  (value: unknown): T | undefined =>
    allowed.find((each) => each === value);

const tests = ruleConditionSchema.shape.is.options;

const members: { [Name in keyof InboxSearch]-?: (value: unknown) => InboxSearch[Name] } = {
  q: text,
  agent: text,
  task: text,
  kind: oneOf('blocking', 'followup'),
  severity: oneOf(...severities),
  turn: oneOf('mine', 'held', 'free', 'others'),
  snoozed: oneOf('only'),
  due: oneOf('hour'),
  show: oneOf('answered', 'unseen'),
  origin: (value) => {
    const name = text(value);
    return name === undefined ? undefined : originNameNow(name);
  },
  class: text,
  place: text,
  test: oneOf(...tests),
  // A value that the router has parsed is text of the address all the same.
  value: (value) => text(typeof value === 'boolean' || value === null ? String(value) : value),
  group: oneOf('equal', 'none'),
  view: text,
  table: text,
};

/** The inbox's part of an address; anything else is dropped. */
export function parseInboxSearch(search: Record<string, unknown>): InboxSearch {
  const known = Object.entries(members).map(([name, read]) => [name, read(search[name])] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

/** What the queue is narrowed by. */
export function filterOf(search: InboxSearch): QueueFilter {
  const { group: _group, view: _view, table: _table, ...filter } = search;
  return filter;
}

/** What a view keeps of it: filters and grouping, not what is open. */
export function viewSearchOf(search: InboxSearch): Record<string, string> {
  const { view: _view, table: _table, ...kept } = search;
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}
