import { promptOriginSchema } from '@countersign/api/origin';
import { expect, it } from 'vitest';
import { originWords } from './inbox.ts';
import { originOptions, wordOf } from './known-origins.ts';

const wager = { protocol: 'parley', kind: 'wager', label: 'Wager\u202e' };

it('calls what it knows in its own words, and anything else as its protocol does, harmless', () => {
  expect(wordOf(promptOriginSchema.parse('tool-call'), originWords)).toBe('Tool call');
  expect(wordOf(wager, originWords)).toMatch(/^Wager/);
  expect(wordOf(wager, originWords)).not.toContain('\u202e');
  expect(wordOf({ protocol: 'parley', kind: 'dare' }, originWords)).toBe('dare');
});

it('offers what protocols describe beside what it knows, and what is chosen', () => {
  const options = originOptions(originWords, { described: [wager], chosen: 'lost/kind' });
  expect(options.map(({ value }) => value)).toEqual([
    'upformat/message',
    'ag-ui/interrupt',
    'ag-ui/tool-call',
    'hai/button',
    'hai/form',
    'upformat/unread',
    'a2a/input-required',
    'a2a/auth-required',
    'parley/wager',
    'lost/kind',
  ]);
});
