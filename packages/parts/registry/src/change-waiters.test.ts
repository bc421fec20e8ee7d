import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { registered } from '@countersign/uap/testing/services';
import { expect, it } from 'vitest';
import { createChangeWaiters } from './change-waiters.ts';
import { createOrderedServices } from './services/ordered-services.ts';

/** Services whose order and index are counted. */
class CountedServices extends Map<string, ReturnType<typeof registered>> {
  readings = 0;
  override values() {
    this.readings += 1;
    return super.values();
  }
}

const serviceOf = (name: string, index: number) => ({
  ...registered({ name, host: '10.0.0.5', protocol: 'https', port: 1 }),
  id: `${name}-1`,
  index,
});
const { signal } = new AbortController();
const waitMs = 60_000;

it('a change is computed once, however many wait for it', async () => {
  const services = new CountedServices();
  const ordered = createOrderedServices(services);
  const waiters = createChangeWaiters(createManualClock());
  const list = { key: 'services', index: () => ordered.index() };
  const empty = ordered.index();
  const before = services.readings;
  const held = Array.from({ length: 100 }, (_, place) =>
    waiters.untilIndexIsNot(empty, list, { waitMs, signal, operator: `o-${place}` }),
  );
  services.set('a-1', serviceOf('a', 1));
  ordered.changed('a');
  waiters.changed();
  await Promise.all(held);
  expect(services.readings - before).toBe(1);
});

it('those who wait for another list are not woken', async () => {
  const services = new CountedServices();
  const ordered = createOrderedServices(services);
  const waiters = createChangeWaiters(createManualClock());
  let looks = 0;
  const listOf = (name: string) => ({
    key: name,
    index() {
      looks += 1;
      return ordered.index(name);
    },
  });
  const empty = ordered.index('b');
  const wait = (name: string, operator: string) =>
    waiters.untilIndexIsNot(empty, listOf(name), { waitMs, signal, operator });
  const others = Array.from({ length: 100 }, (_, place) => wait('b', `o-${place}`));
  const own = wait('a', 'o');
  const before = looks;
  services.set('a-1', serviceOf('a', 1));
  ordered.changed('a');
  waiters.changed();
  await own;
  // Each list once, and the one who waited.
  expect(looks - before).toBe(3);
  waiters.close();
  await Promise.all(others);
});

it('lists are in order, and follow changes, also of one name', () => {
  const services = new CountedServices();
  const ordered = createOrderedServices(services);
  const put = (name: string, id: string, index: number) => {
    services.set(id, { ...serviceOf(name, index), id });
    ordered.changed(name);
  };
  put('b', 'b-2', 1);
  put('a', 'a-1', 2);
  put('b', 'b-1', 3);
  put('c', 'c-1', 4);
  const ids = (name?: string) => ordered.list(name).map(({ id }) => id);
  expect(ids()).toEqual(['a-1', 'b-1', 'b-2', 'c-1']);
  expect(ids('b')).toEqual(['b-1', 'b-2']);
  expect([ids('0'), ids('aa'), ids('d')]).toEqual([[], [], []]);
  const before = ['a', 'b', undefined].map(ordered.index);
  put('b', 'b-2', 5);
  const after = ['a', 'b', undefined].map(ordered.index);
  expect(after.map((index, place) => index === before[place])).toEqual([true, false, false]);
});
