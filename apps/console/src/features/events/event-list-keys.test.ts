import { expect, it } from 'vitest';
import type { EventRow } from '../../live/events/event-row.ts';
import { requestOfKey } from './event-list-keys.ts';

const messageId = 'chatcmpl-9fJ2kQx7VbTnLw3RzYp0aCsD1eHu5';
const rowOf = (sequence: number, of?: string): EventRow => ({
  sequence,
  at: sequence,
  stampedAt: null,
  agentId: 'agent-7f3b2c1e',
  type: 'BUSINESS_DATA_CONTENT',
  label: '',
  text: '',
  anomaly: null,
  ...(of === undefined ? {} : { piece: { of, text: 'a word ' } }),
});
/** 1 is single; 2 to 4 are pieces of one text; 5 is single. */
const rows = [1, 2, 3, 4, 5].map((at) => rowOf(at, at > 1 && at < 5 ? messageId : undefined));
const folding = {
  log: { row: (sequence: number) => rows[sequence - 1] },
  runs: new Map([[2, 3]]),
  opened: new Set<number>(),
};
const place = (key: string, active: number, count = 100) =>
  requestOfKey(key, { count, active, selected: active < 0 ? null : active + 1 }, folding);

it('moves by one, by twenty, and to both ends, and stops there', () => {
  expect(place('ArrowDown', 4)).toEqual({ kind: 'go', place: 5 });
  expect(place('ArrowUp', 4)).toEqual({ kind: 'go', place: 3 });
  expect(place('PageDown', 90)).toEqual({ kind: 'go', place: 99 });
  expect(place('PageUp', 4)).toEqual({ kind: 'go', place: 0 });
  expect(place('Home', 50)).toEqual({ kind: 'go', place: 0 });
  expect(place('End', 50)).toEqual({ kind: 'go', place: 99 });
});

it('starts at the end if nothing is selected', () => {
  expect(place('ArrowUp', -1)).toEqual({ kind: 'go', place: 99 });
  expect(place('ArrowDown', -1)).toEqual({ kind: 'go', place: 99 });
});

it('opens pieces from any of them, and closes them', () => {
  const closed = { count: 3, active: 1, selected: 2 };
  const opened = { count: 5, active: 3, selected: 4 };
  expect(requestOfKey('ArrowRight', closed, folding)).toEqual({ kind: 'fold', head: 2 });
  expect(requestOfKey('ArrowLeft', closed, folding)).toBeNull();
  const open = { ...folding, opened: new Set([2]) };
  expect(requestOfKey('ArrowLeft', opened, open)).toEqual({ kind: 'fold', head: 2 });
  expect(requestOfKey('ArrowRight', opened, open)).toBeNull();
});

it('ignores single events, a list without a selection, and other keys', () => {
  expect(requestOfKey('ArrowRight', { count: 3, active: 0, selected: 1 }, folding)).toBeNull();
  expect(place('ArrowRight', -1)).toBeNull();
  expect(place('Tab', 4)).toBeNull();
});
