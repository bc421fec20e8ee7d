import type { ServerPart } from './part.ts';

type Ordered = Pick<ServerPart, 'id' | 'needs'>;

/**
 * The parts in the order in which they start: each after those that it needs, otherwise as listed.
 *
 * @throws {PartsError} if a needed one is not among them, or parts need each other.
 */
export function inOrderOfNeeds<Part extends Ordered>(parts: readonly Part[]): Part[] {
  const byId = new Map(parts.map((part) => [part.id, part]));
  if (byId.size < parts.length) throw new PartsError('Two parts have the same id.');
  const ordered = new Set<Part>();
  const add = (part: Part, path: readonly string[]) => {
    if (ordered.has(part)) return;
    const here = [...path, part.id];
    if (path.includes(part.id)) {
      throw new PartsError(`These parts need each other: ${here.join(' → ')}.`);
    }
    for (const need of part.needs) {
      const needed = byId.get(need);
      if (needed === undefined) {
        throw new PartsError(
          `The part "${part.id}" needs the part "${need}". Add "${need}", or leave "${part.id}" out.`,
        );
      }
      add(needed, here);
    }
    ordered.add(part);
  };
  for (const part of parts) add(part, []);
  return [...ordered];
}

/** The parts of a server do not fit together, with what to do about it. */
export class PartsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PartsError';
  }
}
