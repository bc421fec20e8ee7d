/**
 * The first JSON value of a body; undefined = there is none. Some registries send a second value after an error, and do not escape
 * the texts of errors.
 */
export function firstJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const end = endOfFirst(text);
    if (end === null) return undefined;
    try {
      return JSON.parse(text.slice(0, end));
    } catch {
      return undefined;
    }
  }
}

/** Where the first object or list ends; null = there is none, or it does not end. */
function endOfFirst(text: string): number | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inText) {
      if (char === '\\') at += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && !/\s/.test(char ?? '')) return null;
  }
  return null;
}
