import type { Awaitable } from './awaitable.ts';

/** Like `map`, one item after another: an operation executes no two statements at once. */
export async function mapInOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Awaitable<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** The same, for `flatMap`. */
export const flatMapInOrder = async <Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Awaitable<Result | readonly Result[]>,
): Promise<Result[]> => (await mapInOrder(items, work)).flat() as Result[];

/** The same, for `find`. */
export async function findInOrder<Item>(
  items: Iterable<Item>,
  fits: (item: Item) => Awaitable<boolean>,
): Promise<Item | undefined> {
  for (const item of items) if (await fits(item)) return item;
  return undefined;
}

/** The same, for `some`. */
export const someInOrder = async <Item>(
  items: Iterable<Item>,
  fits: (item: Item) => Awaitable<boolean>,
): Promise<boolean> => (await findInOrder(items, async (item) => fits(item))) !== undefined;
