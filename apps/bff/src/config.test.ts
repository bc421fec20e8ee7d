import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBudget } from '@countersign/thread/budget';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings/settings.ts';

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
  // Nobody could sign in.
  expect(() => readConfig({ COUNTERSIGN_REQUESTS_PER_MINUTE: '0' })).toThrow(ConfigError);
});

it('reads agents from a file', () => {
  const path = agentsFile('[{"id":"a","name":"A","url":"http://127.0.0.1:1/"}]');
  expect(readConfig({ COUNTERSIGN_AGENTS: path }).agents).toEqual([
    { id: 'a', name: 'A', url: 'http://127.0.0.1:1/', protocol: 'detect' },
  ]);
});

it('may be called by the name of its public address, also on loopback and beside named hosts', () => {
  const origin = { COUNTERSIGN_ORIGIN: 'https://desk.example.com:8443' };
  expect(readConfig(origin).hosts).toContain('desk.example.com');
  expect(readConfig({ ...origin, COUNTERSIGN_HOSTS: 'desk.lan' }).hosts).toEqual(
    expect.arrayContaining(['localhost', 'desk.lan', 'desk.example.com']),
  );
  const open = { HOST: '0.0.0.0', COUNTERSIGN_TOKEN: 'kW4-tokens-of-operators-9' };
  expect(readConfig({ ...open, ...origin }).hosts).toBeNull();
  expect(readConfig({ ...open, ...origin, COUNTERSIGN_HOSTS: 'desk.lan' }).hosts).toEqual([
    'desk.lan',
    'desk.example.com',
  ]);
});

it('reads the address of the console, and the hosts that webhooks may call', () => {
  expect(readConfig({})).toMatchObject({ origin: null, webhookAllow: [], schemaAllow: [] });
  expect(readConfig({}).registration).toEqual({ strict: false, allow: [] });
  expect(readConfig({}).strictGateway).toBe(false);
  const config = readConfig({
    COUNTERSIGN_ORIGIN: 'https://console.example/path',
    COUNTERSIGN_WEBHOOK_ALLOW: ' hooks.lan, 10.0.0.7:8080,',
    COUNTERSIGN_SCHEMA_ALLOW: 'schemas.lan',
    COUNTERSIGN_REGISTRY: 'strict',
    COUNTERSIGN_GATEWAY: 'strict',
    COUNTERSIGN_REGISTRY_ALLOW: 'cards.lan',
  });
  expect(config.registration).toEqual({ strict: true, allow: ['cards.lan'] });
  expect(config.strictGateway).toBe(true);
  expect(config.origin).toBe('https://console.example');
  expect(config.webhookAllow).toEqual(['hooks.lan', '10.0.0.7:8080']);
  expect(config.schemaAllow).toEqual(['schemas.lan']);
});

it.each([
  [{ COUNTERSIGN_ORIGIN: 'console.example' }, /COUNTERSIGN_ORIGIN/],
  [{ HOST: '0.0.0.0' }, /without authentication configured.*COUNTERSIGN_TOKEN/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: is no address of a PostgreSQL/],
  [{ PORT: 'many' }, /PORT/],
  [
    {
      COUNTERSIGN_TOKEN: 'kW4-tokens-of-operators-9',
      COUNTERSIGN_REGISTRANT_TOKEN: 'kW4-tokens-of-operators-9',
    },
    /Choose another one for registrants/,
  ],
  [{ COUNTERSIGN_TOKEN: 'short' }, /COUNTERSIGN_TOKEN: has 5 characters; it needs at least 24/],
  [{ COUNTERSIGN_TOKEN: '\u00a0' }, /COUNTERSIGN_TOKEN: is empty/],
  [{ COUNTERSIGN_TOKEN: 'x'.repeat(64) }, /COUNTERSIGN_TOKEN: repeats few characters/],
  [{ COUNTERSIGN_AGENTS: '/nowhere.json' }, /cannot be read/],
  [
    { COUNTERSIGN_TOKN: 'x' },
    /COUNTERSIGN_TOKN: there is no such setting. Did you mean COUNTERSIGN_TOKEN\?/,
  ],
  [
    { COUNTERSIGN_QUANTUM_FLUX: '1' },
    /COUNTERSIGN_QUANTUM_FLUX: there is no such setting. Unset it/,
  ],
  [{ COUNTERSIGN_LOG: 'loud' }, /COUNTERSIGN_LOG: "loud" is none of silent, fatal/],
  [
    { COUNTERSIGN_STREAMS: '1e3' },
    /COUNTERSIGN_STREAMS: "1e3" is not a whole number from 1 to 100000/,
  ],
  [
    { COUNTERSIGN_TRUST_PROXY: '10.0.0.0/33' },
    /COUNTERSIGN_TRUST_PROXY: "10.0.0.0\/33" is not an address/,
  ],
  [{ COUNTERSIGN_METRICS_TOKEN: 'short' }, /COUNTERSIGN_METRICS_TOKEN: has 5 characters/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT: is no address/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'secret-key' },
    /OTEL_EXPORTER_OTLP_HEADERS: an entry is not of the form name=value/,
  ],
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

it('has one message for each fault, and shows no secret in them', () => {
  const given = {
    PORT: '99999',
    COUNTERSIGN_LOGS: 'info',
    COUNTERSIGN_TOKEN: 'hunter2',
    COUNTERSIGN_METRICS_TOKEN: 'hunter2',
  };
  const message = (() => {
    try {
      return String(readConfig(given));
    } catch (error) {
      return error instanceof ConfigError ? error.message : '';
    }
  })();
  const [head, ...faults] = message.split('\n');
  expect(head).toBe('The environment is not valid.');
  expect(faults.map((fault) => fault.trim().split(':')[0])).toEqual([
    'PORT',
    'COUNTERSIGN_TOKEN',
    'COUNTERSIGN_METRICS_TOKEN',
    'COUNTERSIGN_LOGS',
  ]);
  expect(message).not.toContain('hunter2');
});

it('reads where traces go, with their headers, and which proxies are believed', () => {
  expect(readConfig({})).toMatchObject({ traces: null, trustedProxies: [], metricsToken: null });
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%3Db,x-team=blue',
    COUNTERSIGN_TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8',
  });
  expect(config.traces).toEqual({
    url: 'https://collector.example:4318/v1/traces',
    headers: { 'x-key': 'a=b', 'x-team': 'blue' },
    service: 'countersign',
  });
  expect(config.trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8']);
});

it('leaves alone what other programs of the repository read', () => {
  expect(readConfig({ COUNTERSIGN_MCP_URL: 'http://x', COUNTERSIGN_SEED: '1' }).port).toBe(4400);
});

it('is listed completely in the documentation', () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const { values, fallback, meaning } = schema.meta() ?? {};
    return `| \`${name}\` | ${values} | ${fallback} | ${meaning} |`;
  });
  const written = page.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line));
  expect(written).toEqual(rows);
});
