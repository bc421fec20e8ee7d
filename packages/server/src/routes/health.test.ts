import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let harness: Harness | null = null;
afterEach(() => harness?.close());

it('is ready when it has written something, as an idle server on a full disk has nothing to write', async () => {
  harness = await startHarness();
  const { services, request } = harness;
  const written = () =>
    services.journal.read.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'written'`);
  expect(await written()).toBeUndefined();
  expect((await request('GET', '/health/ready')).status).toBe(200);
  expect(await written()).toBeDefined();
});
