import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBudget } from '@countersign/thread/budget';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));
const agentsFile = (text: string) => {
  const path = join(directory, 'agents.json');
  writeFileSync(path, text);
  return path;
};

it('has defaults for everything', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 4400, host: '127.0.0.1', token: null, agents: [] });
  expect(config.hosts).toContain('localhost');
});

it('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', COUNTERSIGN_TOKEN: '' }).port).toBe(4400);
});

it('reads the limits of a task, and refuses those that are too small', () => {
  expect(readConfig({}).budget).toEqual(defaultBudget);
  const { budget } = readConfig({ COUNTERSIGN_TASK_ITEMS: '500', COUNTERSIGN_STATE_DEPTH: '20' });
  expect(budget).toMatchObject({ items: 500, chars: defaultBudget.chars, state: { depth: 20 } });
  expect(() => readConfig({ COUNTERSIGN_STATE_VALUES: '0' })).toThrow(ConfigError);
});

it('reads how many streams may be open, and refuses none at all', () => {
  expect(readConfig({})).toMatchObject({ streamsPerOperator: 50, streams: 2_000 });
  const given = { COUNTERSIGN_STREAMS_PER_OPERATOR: '300', COUNTERSIGN_STREAMS: '400' };
  expect(readConfig(given)).toMatchObject({ streamsPerOperator: 300, streams: 400 });
  expect(() => readConfig({ COUNTERSIGN_STREAMS_PER_OPERATOR: '0' })).toThrow(ConfigError);
});

it('reads agents from a file', () => {
  const path = agentsFile('[{"id":"a","name":"A","url":"http://127.0.0.1:1/"}]');
  expect(readConfig({ COUNTERSIGN_AGENTS: path }).agents).toEqual([
    { id: 'a', name: 'A', url: 'http://127.0.0.1:1/', protocol: 'detect' },
  ]);
});

it('reads the address of the console, and the hosts that webhooks may call', () => {
  expect(readConfig({})).toMatchObject({ origin: null, webhookAllow: [], schemaAllow: [] });
  const config = readConfig({
    COUNTERSIGN_ORIGIN: 'https://console.example/path',
    COUNTERSIGN_WEBHOOK_ALLOW: ' hooks.lan, 10.0.0.7:8080,',
    COUNTERSIGN_SCHEMA_ALLOW: 'schemas.lan',
  });
  expect(config.origin).toBe('https://console.example');
  expect(config.webhookAllow).toEqual(['hooks.lan', '10.0.0.7:8080']);
  expect(config.schemaAllow).toEqual(['schemas.lan']);
});

it.each([
  [{ COUNTERSIGN_ORIGIN: 'console.example' }, /COUNTERSIGN_ORIGIN/],
  [{ HOST: '0.0.0.0' }, /without authentication configured.*COUNTERSIGN_TOKEN/],
  [{ DATABASE_URL: 'postgres://x' }, /not supported yet/],
  [{ PORT: 'many' }, /PORT/],
  [{ COUNTERSIGN_TOKEN: 'short' }, /COUNTERSIGN_TOKEN: has 5 characters; it needs at least 24/],
  [{ COUNTERSIGN_TOKEN: '\u00a0' }, /COUNTERSIGN_TOKEN: is empty/],
  [{ COUNTERSIGN_TOKEN: 'x'.repeat(64) }, /COUNTERSIGN_TOKEN: repeats few characters/],
  [{ COUNTERSIGN_AGENTS: '/nowhere.json' }, /cannot be read/],
])('refuses %o with a message', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(words);
});

it.each([
  ['{', /is not JSON/],
  ['{}', /is not an array of agents/],
  [
    '[{"id":"a","name":"A","url":"http://127.0.0.1:1/","protocol":"semaphore"}]',
    /a speaks semaphore, which is not known here/,
  ],
  ['[{"id":"a","name":"A","url":"ftp://x"}]', /\/0\/url/],
  [
    '[{"id":"a","name":"A","url":"http://x"},{"id":"a","name":"B","url":"http://y"}]',
    /names the agent a twice/,
  ],
])('refuses a file of agents that contains %s', (text, words) => {
  expect(() => readConfig({ COUNTERSIGN_AGENTS: agentsFile(text) })).toThrow(words);
});

it('listens beyond this machine only with a token of the operator’s own', () => {
  const config = readConfig({ HOST: '0.0.0.0', COUNTERSIGN_TOKEN: 'kW4-tokens-of-operators-9' });
  expect(config).toMatchObject({ host: '0.0.0.0', hosts: null });
});
