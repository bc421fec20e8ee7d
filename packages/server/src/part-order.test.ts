import { expect, it } from 'vitest';
import { inOrderOfNeeds } from './part-order.ts';

const part = (id: string, ...needs: string[]) => ({ id, needs });
const idsOf = (...parts: ReturnType<typeof part>[]) => inOrderOfNeeds(parts).map(({ id }) => id);

it('starts each part after those that it needs, otherwise as listed', () => {
  expect(idsOf(part('c', 'b'), part('a'), part('b', 'a'), part('d'))).toEqual(['a', 'b', 'c', 'd']);
});

it('names a part that is needed and missing', () => {
  expect(() => idsOf(part('gateway', 'registry'))).toThrow(
    'The part "gateway" needs the part "registry". Add "registry", or leave "gateway" out.',
  );
});

it('names parts that need each other, and parts of one id', () => {
  expect(() => idsOf(part('a', 'b'), part('b', 'c'), part('c', 'a'))).toThrow('a → b → c → a');
  expect(() => idsOf(part('a'), part('a'))).toThrow('same id');
});
