import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Writing } from '@countersign/server/store/port';
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store-engines.ts';

/** What happens when the reply of a write was lost, and it is sent again. */
type Repeated = 'no change' | 'refused' | 'counted again';

/** Writes by their names, each of which changes something in a filled store. */
export type Writes = Record<string, [Repeated, (writing: Writing) => Awaitable<unknown>]>;

/** The names of a module's functions whose first parameter has this name. */
export const isOf = (parameter: 'reading' | 'writing') => (module: object) =>
  Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && new RegExp(`^[^(]*\\(\\s*${parameter}\\b`).test(`${value}`)
      ? [name]
      : [],
  );

/** The contract of writes: each is done completely or not at all, and what a repetition does is as stated. */
export function describeWrites(store: () => StoreUnderTest, now: number, writes: Writes): void {
  it.each(Object.entries(writes))(
    '%s is done completely or not at all',
    async (_name, [, write]) => {
      const before = await store().content();
      const failing = store().transact(now, async (writing) => {
        await write(writing);
        throw new Error('failed before the commit');
      });
      await expect(failing).rejects.toThrow('failed before the commit');
      expect(await store().content()).toEqual(before);
      await store().transact(now, write);
      expect(await store().content()).not.toEqual(before);
    },
  );

  it.each(Object.entries(writes))(
    '%s, repeated because its reply was lost',
    async (_name, [repeated, write]) => {
      await store().transact(now, write);
      const once = await store().content();
      const again = store().transact(now, write);
      if (repeated === 'refused') await expect(again).rejects.toThrow();
      else await again;
      const twice = await store().content();
      if (repeated === 'counted again') expect(twice).not.toEqual(once);
      else expect(twice).toEqual(once);
    },
  );
}
