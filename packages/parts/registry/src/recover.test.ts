import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import type { Journal } from '@countersign/server/journal/journal';
import type { Word } from '@countersign/server/servers/word';
import { afterEach, expect, it, vi } from 'vitest';
import { createServiceRegistry } from './services/service-registry.ts';

let harness: Harness;
afterEach(() => harness.close());

it('does not put back what another server has changed while it was read', async () => {
  harness = await startHarness();
  const { journal, clock, serviceRegistry: other } = harness.services;
  const register = async (name: string, tags: string[] = []) =>
    harness.request('POST', '/api/uap/services', {
      ...{ name, protocol: 'http', host: '10.0.0.5', port: 80, tags },
    });
  await register('kept');
  await register('removed');
  const [kept, removed] = other.services().map(({ id }) => id);
  if (kept === undefined || removed === undefined) throw new Error('They were not registered.');

  let notify = (_word: Word) => {};
  let goOn = () => {};
  let isRead = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const read = new Promise<void>((resolve) => {
    isRead = resolve;
  });
  const slow: Journal = {
    ...journal,
    others: {
      ...journal.others,
      onWord(listener) {
        notify = listener;
        return () => {};
      },
    },
    read: {
      ...journal.read,
      async all<Row>(...asked: Parameters<Journal['read']['all']>) {
        const rows = await journal.read.all<Row>(...asked);
        isRead();
        await held;
        return rows;
      },
    },
  };
  const registry = createServiceRegistry({
    ...{ journal: slow, clock, random: () => 0 },
    report(_what, error) {
      throw error;
    },
    fetch: () => Promise.reject(new Error('Nothing is probed.')),
  });
  const recovering = registry.recover();
  await read;
  await harness.request('PATCH', `/api/uap/services/${kept}`, {
    ...{ name: 'kept', protocol: 'http', host: '10.0.0.5', port: 80, tags: ['new'] },
  });
  await harness.request('DELETE', `/api/uap/services/${removed}`);
  notify({
    kind: 'entries',
    keys: [
      ['service', kept],
      ['service', removed],
    ],
  });
  const settling = registry.settleDoubts();
  // Behind everything that was asked for by now.
  await harness.request('PATCH', `/api/uap/services/${kept}`, {
    ...{ name: 'kept', protocol: 'http', host: '10.0.0.5', port: 80, tags: ['newer'] },
  });
  notify({ kind: 'entries', keys: [['service', kept]] });
  goOn();
  await recovering;
  await settling;
  await registry.settleDoubts();
  // Read by what the words have asked for.
  await vi.waitUntil(() => registry.services()[0]?.tags?.[0] === 'newer');
  expect(registry.services()).toEqual(other.services());
  expect(registry.services()).toMatchObject([{ name: 'kept', tags: ['newer'] }]);
  await registry.close();
});
