import { expect, it } from 'vitest';
import {
  originInClass,
  originName,
  originNameNow,
  originNameSchema,
  promptOriginSchema,
} from './origin.ts';
import { promptSchema } from './prompt.ts';

it.each([
  ['upformat', { protocol: 'upformat', kind: 'message', answeredBy: 'message' }],
  ['interrupt', { protocol: 'ag-ui', kind: 'interrupt', answeredBy: 'resume' }],
  ['tool-call', { protocol: 'ag-ui', kind: 'tool-call', answeredBy: 'result' }],
  ['button', { protocol: 'hai', kind: 'button', answeredBy: 'words' }],
  ['form', { protocol: 'hai', kind: 'form', answeredBy: 'words' }],
  ['unread', { protocol: 'upformat', kind: 'unread', answeredBy: 'words' }],
])('reads the word %s of earlier versions, wherever it occurs', (word, origin) => {
  expect(promptOriginSchema.parse(word)).toEqual(origin);
  expect(promptSchema.shape.origin.parse(word)).toEqual(origin);
  expect(originNameSchema.parse(word)).toBe(originName(promptOriginSchema.parse(word)));
  expect(originNameNow(originNameNow(word))).toBe(originNameNow(word));
  // Keys of classes contain that name, and rules refer to them.
  expect(originInClass(promptOriginSchema.parse(word))).toBe(word);
});

it('accepts origins of any protocol, and refuses a name that was never one', () => {
  const wager = { protocol: 'parley', kind: 'wager', answeredBy: 'resume', label: 'Wager' };
  expect(promptOriginSchema.parse(wager)).toEqual(wager);
  expect(originInClass({ protocol: 'parley', kind: 'wager' })).toBe('parley/wager');
  expect(originNameSchema.parse('parley/wager')).toBe('parley/wager');
  for (const other of ['constructor', 'wager', '']) {
    expect(promptOriginSchema.safeParse(other).success).toBe(false);
  }
});
