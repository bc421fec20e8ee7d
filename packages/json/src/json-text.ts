import { withExactNumbers } from './exact-number.ts';

/** JSON on one line with a space after each colon and comma, as people write it. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([key, held]) => `${JSON.stringify(key)}: ${oneLine(held)}`,
    );
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A value as JSON text: on one line while it fits in `width` characters, else indented. */
export function jsonText(value: unknown, width = 96): string {
  const indented = withExactNumbers(JSON.stringify(value, null, 2) ?? 'null');
  if (indented.length > width * 4) return indented;
  const line = withExactNumbers(oneLine(value));
  return line.length <= width ? line : indented;
}
