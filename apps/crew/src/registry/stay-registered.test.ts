import { createManualClock } from '@countersign/testkit/manual-clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SmallRegistry, startSmallRegistry } from '../testing/small-registry.ts';
import { createFindAgents } from './find-agents.ts';
import { createRegistryClient } from './registry-client.ts';
import { serviceOf } from './service-of.ts';
import { type Registration, stayRegistered } from './stay-registered.ts';

let registry: SmallRegistry;
let registration: Registration | null = null;
beforeEach(async () => {
  registry = await startSmallRegistry();
});
afterEach(async () => {
  await registration?.close();
  registration = null;
  await registry.close();
});

const draft = serviceOf(
  {
    id: 'painter',
    name: 'Painter',
    protocol: 'hai',
    url: 'http://127.0.0.1:4711/run',
    control: { url: 'http://127.0.0.1:4711/control', actions: ['stop'] },
  },
  [
    {
      id: 'paint',
      name: 'Paint walls',
      description: 'Paints walls in any colour.',
      tags: ['paint'],
    },
  ],
);

const stay = (token = registry.token, report: (message: string) => void = () => {}) => {
  const clock = createManualClock();
  registration = stayRegistered(draft, createRegistryClient({ url: registry.url, token }), {
    ...{ clock, report },
    random: () => 0.5,
  });
  /** Resolves when the next call is due. */
  const due = async () => {
    while (clock.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, due };
};

it('registers, renews every 15 seconds, and registers again after it was forgotten', async () => {
  const { clock, due } = stay();
  await registry.until(1);
  expect(registry.services()).toMatchObject([
    {
      name: 'painter',
      host: '127.0.0.1',
      port: 4711,
      path: '/run',
      ephemeral: true,
      ephemeral_check: {
        renewal_interval: '15s',
        renewal_unhealthy_timeout: '30s',
        renewal_delete_timeout: '60s',
      },
      agent_protocol: 'hai',
    },
  ]);
  await due();
  clock.advance(14_999);
  expect(clock.pending()).toBe(1);
  const renewed = registry.call('PUT /services/');
  clock.advance(1);
  await renewed;

  registry.forget('painter');
  await due();
  const again = registry.call('POST /services');
  clock.advance(15_000);
  await due();
  clock.advance(0);
  await again;
  await registry.until(1);
});

it('is removed when it stops', async () => {
  stay();
  await registry.until(1);
  await registration?.close();
  registration = null;
  expect(registry.services()).toEqual([]);
  expect(registry.calls.at(-1)).toMatch(/^DELETE \/services\//);
});

it('renews if it is registered already, as after a crash', async () => {
  const client = createRegistryClient(registry);
  expect(await client.register(draft)).toBe(201);
  const renewed = registry.call('PUT /services/');
  const { clock, due } = stay();
  await due();
  clock.advance(0);
  await renewed;
});

it('says once that it is refused, and keeps trying', async () => {
  const said: string[] = [];
  const { clock, due } = stay('another-token', (message) => said.push(message));
  for (let round = 0; round < 3; round += 1) {
    await due();
    clock.advance(30_000);
  }
  await due();
  expect(said).toEqual(['The registry refuses painter (status 401).']);
});

it('finds agents by what they can do, with the reason, and only those that can be called', async () => {
  stay();
  await registry.until(1);
  const client = createRegistryClient(registry);
  await client.register({ ...draft, name: 'wall-card', agent_protocol: 'a2a', agent_info: null });
  const { signal } = new AbortController();
  const found = await createFindAgents(client)('paint the walls', signal);
  expect(found).toEqual([
    {
      address: {
        id: 'painter',
        name: 'Painter',
        url: 'http://127.0.0.1:4711/run',
        control: { url: 'http://127.0.0.1:4711/control', actions: ['stop'] },
        feedback: undefined,
      },
      name: 'Painter',
      score: expect.any(Number),
      why: expect.arrayContaining(['Paint walls']),
    },
  ]);
  expect(await createFindAgents(client)('quantum chemistry', signal)).toEqual([]);
  const refused = createFindAgents(createRegistryClient({ url: registry.url, token: 'wrong' }));
  await expect(refused('paint', signal)).rejects.toThrow('status 401');
});
