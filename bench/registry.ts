import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminToken, type Harness, startHarness } from '../apps/bff/src/testing/harness.ts';
import { administrator } from '../packages/server/src/guard/fixed-operators.ts';
import { median, printTable, processorClock, ratio } from './table.ts';

const sizes = { small: 100, large: 10_000 };
const rounds = 7;
const waiting = 190;

const trades = ['Paints walls', 'Books trains', 'Plans routes', 'Sends invoices', 'Finds alarms'];

/** Services of 500 names, each with a description of its own. */
const serviceAt = (index: number) => ({
  ...{ ephemeral: true, name: `service-${index % 500}`, protocol: 'http', host: '10.0.0.5' },
  ...{ port: 1 + (index % 60_000), path: `/${index}`, agent_protocol: 'hai' },
  ephemeral_check: { check_type: 'TTL', renewal_delete_timeout: '60m' },
  agent_info: {
    agent_descriptor: {
      name: `Agent ${index}`,
      description: `${trades[index % trades.length]} in district ${index} with tool ${index % 97}.`,
    },
  },
});

interface Registry {
  size: number;
  harness: Harness;
  ids: string[];
  call: (method: string, path: string, body?: unknown) => Promise<string>;
}

async function startRegistry(size: number): Promise<Registry> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-registry-'));
  const harness = await startHarness({ directory, requestsPerMinute: 10_000_000 });
  const origin = await harness.listen();
  const { serviceRegistry, readRegistration } = harness.services;
  const ids: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const read = await readRegistration(serviceAt(index));
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const outcome = await serviceRegistry.register(read.value, { id: 'bench', role: 'admin' });
    if (outcome.kind !== 'stored') throw new Error(outcome.kind);
    ids.push(outcome.service.id);
  }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };
  return { size, harness, ids, call };
}

/** Processor time of one, in ms: of server and client, which are one process here. */
async function timed(times: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const seconds = processorClock();
  for (let index = 0; index < times; index += 1) await work(index);
  return (seconds() * 1_000) / times;
}

const searches = ['paint a wall', 'book a train to district 7', 'find the alarm with tool 13'];
const search = ({ call }: Registry, index: number) =>
  call('POST', '/api/uap/api/v1/agents/search', {
    ...{ query: searches[index % searches.length], top_k: 10 },
  });
const renew = ({ call, ids }: Registry, index: number) =>
  call('PUT', `/api/uap/services/${ids[index % ids.length]}/renewal`);

/** A change while many wait for other lists: what each change costs that concerns none of them, and the time until the one is notified. */
async function changeAmongWaiting({
  call,
  harness,
}: Registry): Promise<{ cpu: number; ms: number }> {
  const { serviceRegistry, readRegistration } = harness.services;
  const abort = new AbortController();
  const limit = { waitMs: 60_000, signal: abort.signal, operator: 'bench' };
  const others = Array.from({ length: waiting }, (_, index) => {
    const list = serviceRegistry.serviceList(`service-${index + 1}`);
    return serviceRegistry.untilIndexIsNot(list.index(), list, limit);
  });
  const list = serviceRegistry.serviceList('service-0');
  const read = await readRegistration({ ...serviceAt(0), port: 65_000 });
  if (!read.ok) throw new Error('The service of the bench is wrong.');
  const poll = call('GET', `/api/uap/services/service-0?wait=60&index=${list.index()}`);
  const seconds = processorClock();
  const start = performance.now();
  const kept = await serviceRegistry.register(read.value, { id: 'bench', role: 'admin' });
  await poll;
  const result = { cpu: seconds() * 1_000, ms: performance.now() - start };
  if (kept.kind === 'stored') await serviceRegistry.remove(kept.service.id, administrator);
  abort.abort();
  await Promise.all(others);
  return result;
}

/** 10,000 registered services beside 100, in turn: searches, the directory, leases, renewals and blocking queries. */
export async function benchRegistry(): Promise<void> {
  const small = await startRegistry(sizes.small);
  const large = await startRegistry(sizes.large);
  const works: [
    name: string,
    times: number,
    work: (of: Registry, index: number) => Promise<unknown>,
  ][] = [
    ['Search in plain words', 20, search],
    ['Directory, first page', 20, ({ call }) => call('GET', '/api/registry/services')],
    ['Directory, filtered', 20, ({ call }) => call('GET', '/api/registry/services?q=service-42')],
    ['Leases that end soonest', 20, ({ call }) => call('GET', '/api/registry/leases')],
    ['Services of a name', 40, ({ call }) => call('GET', '/api/uap/services/service-42')],
    ['Renewal', 100, renew],
  ];
  const rows: string[][] = [];
  for (const [name, times, work] of works) {
    const figures = { small: [] as number[], large: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      const one = await timed(times, (index) => work(small, index));
      const other = await timed(times, (index) => work(large, index));
      if (round < 0) continue;
      figures.small.push(one);
      figures.large.push(other);
    }
    rows.push(rowOf(name, figures));
  }
  const change = { small: [] as number[], large: [] as number[] };
  const reported = { small: [] as number[], large: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const one = await changeAmongWaiting(small);
    const other = await changeAmongWaiting(large);
    if (round < 0) continue;
    change.small.push(one.cpu);
    change.large.push(other.cpu);
    reported.small.push(one.ms);
    reported.large.push(other.ms);
  }
  rows.push(rowOf(`Registration while ${waiting} wait for other names`, change));
  rows.push(rowOf('Until the one that waits is told (wall clock)', reported));
  printTable(
    ['Processor ms each', `${sizes.small} services`, `${sizes.large} services`, 'Ratio'],
    rows,
  );
  for (const { harness } of [small, large]) {
    await harness.close();
    rmSync(harness.directory, { recursive: true, force: true });
  }
}

const rowOf = (name: string, { small, large }: { small: number[]; large: number[] }): string[] => [
  ...[name, median(small).toFixed(2), median(large).toFixed(2), ratio(large, small)],
];
