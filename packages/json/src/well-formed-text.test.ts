import { expect, it } from 'vitest';
import { hasLoneSurrogate, wellFormedText } from './well-formed-text.ts';

it.each([
  ['', ''],
  ['plain', 'plain'],
  ['a whole 😀', 'a whole 😀'],
  ['first half \ud83d', 'first half \ufffd'],
  ['second half \ude00!', 'second half \ufffd!'],
  ['\ude00\ud83d', '\ufffd\ufffd'],
  ['\ud83d😀', '\ufffd😀'],
])('replaces halves of characters only: %j', (text, repaired) => {
  expect(wellFormedText(text)).toBe(repaired);
  expect(hasLoneSurrogate(text)).toBe(text !== repaired);
  expect(hasLoneSurrogate(repaired)).toBe(false);
});
