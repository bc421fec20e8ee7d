/**
 * JSON whose objects have each member once; null for anything else. The usual parser keeps the last of two without a word, and another
 * reader may keep the first: what is signed would mean two things.
 */
export function parseStrict(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return hasTwice(text) ? null : { value };
  } catch {
    return null;
  }
}

/** Whether an object of a valid JSON text has a member twice. */
function hasTwice(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs)) {
    const [token, colon] = match;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, -colon.length));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
