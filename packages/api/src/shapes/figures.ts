import { jsonBytes } from './text-bytes.ts';

/** A number of a payload: JSON Pointer, value, and the ISO 4217 code found next to it. */
export type Figure = readonly [path: string, value: number, currency: string | null];

const MAX_FIGURES = 3;
const MAX_BYTES = 84;
const MAX_DEPTH = 4;

/** The first figures of a payload, as many as a row shows. */
export function figuresOf(payload: Record<string, unknown>): Figure[] {
  const found: Figure[] = [];
  let left = MAX_BYTES;
  const visit = (node: Record<string, unknown>, path: string, depth: number) => {
    const { currency } = node;
    const code = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null;
    for (const [name, value] of Object.entries(node)) {
      if (found.length >= MAX_FIGURES) return;
      if (typeof value === 'number') {
        const figure: Figure = [`${path}/${name}`, value, code];
        const bytes = jsonBytes(figure[0]) + String(value).length + 10;
        if (bytes > left) continue;
        left -= bytes;
        found.push(figure);
      } else if (
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        depth < MAX_DEPTH
      )
        visit(value as Record<string, unknown>, `${path}/${name}`, depth + 1);
    }
  };
  visit(payload, '', 0);
  return found;
}
