const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const tokensOf = (pattern: string) => pattern.split('/').slice(1);

/** Every value a pointer pattern reaches, in order; a star reaches each item of a list. */
export function readPattern(document: unknown, pattern: string): unknown[] {
  let values: unknown[] = [document];
  for (const token of tokensOf(pattern)) {
    values = values.flatMap((value) => {
      if (token === '*') return Array.isArray(value) ? value : [];
      return isContainer(value) && Object.hasOwn(value, token) ? [value[token]] : [];
    });
  }
  return values;
}

/** Copies the values under `from` to `to`, item by item where both have a star, making what is missing on the way. */
export function copyPattern(
  source: unknown,
  from: string,
  target: Record<string, unknown>,
  to: string,
): void {
  copy(source, tokensOf(from), target, tokensOf(to));
}

function copy(
  source: unknown,
  from: readonly string[],
  target: Record<string, unknown>,
  to: readonly string[],
): void {
  const star = from.indexOf('*');
  const targetStar = to.indexOf('*');
  if (star < 0 || targetStar < 0) {
    const [value] = readPattern(source, `/${from.join('/')}`);
    if (value !== undefined) put(target, to, value);
    return;
  }
  const [list] = readPattern(source, `/${from.slice(0, star).join('/')}`);
  if (!Array.isArray(list)) return;
  const items = listAt(target, to.slice(0, targetStar));
  list.forEach((item, index) => {
    items[index] ??= {};
    const into = items[index];
    if (isContainer(into)) copy(item, from.slice(star + 1), into, to.slice(targetStar + 1));
  });
}

function holderAt(
  target: Record<string, unknown>,
  path: readonly string[],
): Record<string, unknown> {
  let holder = target;
  for (const token of path) {
    if (forbidden.has(token)) return {};
    const next = holder[token];
    if (isContainer(next)) holder = next;
    else {
      const made: Record<string, unknown> = {};
      holder[token] = made;
      holder = made;
    }
  }
  return holder;
}

function listAt(target: Record<string, unknown>, path: readonly string[]): unknown[] {
  const holder = holderAt(target, path.slice(0, -1));
  const name = path.at(-1) ?? '';
  const known = holder[name];
  if (Array.isArray(known)) return known;
  const list: unknown[] = [];
  if (!forbidden.has(name)) holder[name] = list;
  return list;
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const name = path.at(-1);
  if (name === undefined || forbidden.has(name)) return;
  holderAt(target, path.slice(0, -1))[name] = value;
}
