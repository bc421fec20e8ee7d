import { isObject, memberOf } from './json-object.ts';
import { pointerOf, tokensOf } from './json-pointer.ts';

/** One value that a pattern reaches: at which place of each list, under which pointer; `undefined` = the member is absent. */
export interface PatternMatch {
  indices: readonly number[];
  pointer: string;
  value: unknown;
}

/** Every place a pointer pattern reaches, in order: `*` reaches each item of a list, a name its own member. */
export function matchPattern(document: unknown, pattern: string): PatternMatch[] {
  let found: { indices: number[]; path: (string | number)[]; value: unknown }[] = [
    { indices: [], path: [], value: document },
  ];
  for (const token of tokensOf(pattern)) {
    found = found.flatMap(({ indices, path, value }) => {
      if (token !== '*') {
        const member = isObject(value) ? memberOf(value, token) : undefined;
        return [{ indices, path: [...path, token], value: member }];
      }
      const items: unknown[] = Array.isArray(value) ? value : [];
      return items.map((item, index) => ({
        indices: [...indices, index],
        path: [...path, index],
        value: item,
      }));
    });
  }
  return found.map(({ indices, path, value }) => ({ indices, pointer: pointerOf(path), value }));
}

/** Every value a pointer pattern reaches, in order; what is absent is left out. */
export const readPattern = (document: unknown, pattern: string): unknown[] =>
  matchPattern(document, pattern)
    .map(({ value }) => value)
    .filter((value) => value !== undefined);

/** The path a pattern means at given places of its lists; null when it leads to a prototype or to no member. */
export function placeIn(pattern: string, indices: readonly number[]): (string | number)[] | null {
  const rest = [...indices];
  const path = tokensOf(pattern).map((token) => (token === '*' ? (rest.shift() ?? 0) : token));
  return path.length === 0 || path.includes('__proto__') ? null : path;
}
