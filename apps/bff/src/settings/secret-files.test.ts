import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { startChildServer } from '../testing/child-server.ts';
import { keptSecretKey, keptToken } from './secret-files.ts';
import { objectionToToken } from './token-rule.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-secrets-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('creates each secret once, readable by its owner only, and leaves no temporary files', () => {
  const token = keptToken(directory);
  const key = keptSecretKey(directory);
  expect(objectionToToken(token)).toBeNull();
  expect(key).toHaveLength(32);
  expect(keptToken(directory)).toBe(token);
  expect(keptSecretKey(directory)).toEqual(key);
  expect(readdirSync(directory).toSorted()).toEqual(['secret.key', 'token']);
  for (const name of ['secret.key', 'token']) {
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  }
});

it('removes rights of others on a secret', () => {
  const token = 'a-token-of-my-own-7Qm2vX9k';
  writeFileSync(join(directory, 'token'), `${token}\n`, { mode: 0o644 });
  expect(keptToken(directory)).toBe(token);
  expect(statSync(join(directory, 'token')).mode & 0o777).toBe(0o600);
});

it('continues after a crash that left half a secret in a temporary file', () => {
  writeFileSync(join(directory, '.token.4711-9d5a4c7b'), 'half');
  expect(keptToken(directory)).toHaveLength(43);
});

it.each(['', '\n', ' \t\n', '\u00a0\n', 'short\n', '\0\0\0\0', 'with a space in the middle of it'])(
  'starts with no token that reads %j, names the file and says what to do',
  (text) => {
    writeFileSync(join(directory, 'token'), text);
    expect(() => keptToken(directory)).toThrow(ConfigError);
    expect(() => keptToken(directory)).toThrow(join(directory, 'token'));
    expect(() => keptToken(directory)).toThrow(/Delete the file/);
    expect(readFileSync(join(directory, 'token'), 'utf8')).toBe(text);
  },
);

it.each(['', ' \n', 'ab12\n', 'x'.repeat(64), '0'.repeat(63)])(
  'starts with no key that reads %j, names the file and says what to do',
  (text) => {
    writeFileSync(join(directory, 'secret.key'), text);
    expect(() => keptSecretKey(directory)).toThrow(ConfigError);
    expect(() => keptSecretKey(directory)).toThrow(join(directory, 'secret.key'));
    expect(() => keptSecretKey(directory)).toThrow(/Put a copy of it back; or delete the file/);
  },
);

it.each([
  ['', 'empty'],
  ['\u00a0', 'empty'],
  ['sixteen-charactr', '16 characters'],
  ['a'.repeat(40), 'few characters'],
  ['password-password-password', 'few characters'],
  ['abcdefghijklabcdefghijkl', 'repeated'],
  ['an administrator token for me', 'spaces'],
  ['cs_ask_Yk3uZ0a8Qe1xB7tWm5nRc2Lf', 'a program that asks'],
  ['schlüssel-für-die-verwaltung-hier', 'not ASCII'],
])('%j is no token', (token, reason) => {
  expect(objectionToToken(token)).toContain(reason);
});

it('a server with an empty token ends with a message, and accepts no requests', async () => {
  writeFileSync(join(directory, 'token'), '\n');
  const started = startChildServer(directory, [], { COUNTERSIGN_TOKEN: '' });
  await expect(started).rejects.toThrow(
    `ended with 1: The token in ${join(directory, 'token')} is empty. Delete the file`,
  );
  await expect(started).rejects.not.toThrow(/ {4}at /);
});
