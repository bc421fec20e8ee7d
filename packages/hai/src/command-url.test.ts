import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandIn, commandLine, commandWords } from './command-url.ts';

it('a URL is no command', () => {
  expect(commandIn('http://127.0.0.1:3000/mcp')).toBeNull();
  expect(commandIn('stdio: npx -y some-server ')).toBe('npx -y some-server');
});

it('quotes and backslashes hold words together; nothing is expanded', () => {
  const line = String.raw`node "C:\\a b" 'x "y"' a\ b '' $HOME *.js`;
  expect(commandWords(line)).toEqual([...['node', 'C:\\a b', 'x "y"', 'a b', '', '$HOME', '*.js']]);
});

it.each(['', '   ', '""', 'node "open', `node ${'a '.repeat(100)}`, 'node \0'])(
  'is no command: %j',
  (line) => {
    expect(commandWords(line)).toBeNull();
  },
);

it('any words come back', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  const words = fc.tuple(
    word.filter((text) => text !== ''),
    fc.array(word, { maxLength: 20 }),
  );
  fc.assert(
    fc.property(words, ([program, args]) => {
      expect(commandWords(commandLine([program, ...args]))).toEqual([program, ...args]);
    }),
  );
});
