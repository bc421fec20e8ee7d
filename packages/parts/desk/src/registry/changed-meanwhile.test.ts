import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, beforeEach, expect, it } from 'vitest';

const secret = { authorization: 'Bearer of-the-first-host' };
const demo = agentDescriptorSchema.parse({ id: 'demo', name: 'Demo', url: 'http://one.example/' });

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
  await harness.services.registry.add(demo, 'admin');
});
afterEach(() => harness.close());

it('of two changes at once, neither undoes the other', async () => {
  const { registry } = harness.services;
  let meanwhile: Promise<unknown> | null = null;
  await registry.change(
    'demo',
    (before) => {
      meanwhile ??= registry.change('demo', (one) => ({ ...one, headers: secret }), 'admin');
      const { headers: _, ...kept } = before;
      return { ...kept, name: 'Renamed' };
    },
    'admin',
  );
  await meanwhile;
  expect(await registry.descriptor('demo')).toMatchObject({ name: 'Renamed', headers: secret });
});

it('secrets that were entered meanwhile do not go to another host', async () => {
  const { registry } = harness.services;
  const path = '/api/agents/demo';
  for (let round = 0; round < 20; round += 1) {
    await registry.change('demo', () => ({ ...demo, headers: {} }), 'admin');
    const [, moved] = await Promise.all([
      harness.request('PATCH', path, { headers: secret, url: demo.url }),
      harness.request('PATCH', path, { url: 'http://two.example/' }),
    ]);
    const after = await registry.descriptor('demo');
    expect(after).toMatchObject({ url: demo.url, headers: secret });
    expect([200, 409, 422]).toContain(moved.status);
  }
});
