import type { JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { say } from './statements.ts';

/** A JSON object with the type of an event. */
export type JsonEvent = JsonObject & { type: string };

/** Maximum nesting of a frame: far above real events, far below the limit of a recursive reader. */
const maxDepth = 256;

/** The values in a text, and the problems of the rest. */
export interface JsonText {
  values: unknown[];
  problems: WrittenStatement[];
  /** How many values were dropped; absent = none. */
  refused?: number;
}

/**
 * Parses one JSON value, or several objects back to back (`}{`, as the HAI demo server joins them).
 * Values nested too deep are refused and `__proto__` members removed, each with a problem; never throws.
 */
export function parseJsonText(text: string): JsonText {
  const whole = parseOne(text);
  if (whole.ok) return inspectAll([whole.value], mayNeedInspection(text));
  const slices = splitValues(text);
  if (slices.length < 2) return { values: [], problems: [whole.problem], refused: 1 };
  const values: unknown[] = [];
  const problems: WrittenStatement[] = [];
  for (const slice of slices) {
    const part = parseOne(slice);
    if (part.ok) values.push(part.value);
    else problems.push(part.problem);
  }
  const inspected = inspectAll(values, mayNeedInspection(text));
  const refused = problems.length + (inspected.refused ?? 0);
  return { values: inspected.values, problems: [...problems, ...inspected.problems], refused };
}

/** Applies the rules of {@link parseJsonText} to a value that was parsed elsewhere; edits it in place. */
export function inspectJson(value: unknown): JsonText {
  return inspectAll([value], true);
}

function parseOne(
  text: string,
): { ok: true; value: unknown } | { ok: false; problem: WrittenStatement } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: say('frame.not-json', { reason: reason.slice(0, 200) }) };
  }
}

// Nesting of n levels takes at least 2n characters, so short frames (nearly all) are never walked.
const mayNeedInspection = (text: string): boolean =>
  text.length > 2 * maxDepth || text.includes('__proto__') || text.includes('\\u00');

function inspectAll(values: unknown[], needed: boolean): JsonText {
  if (!needed) return { values, problems: [] };
  const problems = new Map<string, WrittenStatement>();
  const kept = values.filter((value) => inspect(value, problems));
  return { values: kept, problems: [...problems.values()], refused: values.length - kept.length };
}

/** Iterative, because a depth bomb would overflow the stack of a recursive walk. */
function inspect(root: unknown, problems: Map<string, WrittenStatement>): boolean {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { value, depth } = item;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) {
      problems.set('deep', say('frame.too-deep', { limit: maxDepth }));
      return false;
    }
    if (Object.hasOwn(value, '__proto__')) {
      problems.set('proto', say('frame.proto'));
      if (!Reflect.deleteProperty(value, '__proto__')) return false;
    }
    for (const child of Object.values(value)) {
      if (typeof child === 'object' && child !== null) {
        stack.push({ value: child, depth: depth + 1 });
      }
    }
  }
  return true;
}

/** Splits a text after each outermost closing bracket; one linear pass. */
function splitValues(text: string): string[] {
  const slices: string[] = [];
  let depth = 0;
  let inString = false;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth > 0) continue;
      slices.push(text.slice(start, index + 1));
      start = index + 1;
      depth = 0;
    }
  }
  const rest = text.slice(start);
  if (rest.trim() !== '') slices.push(rest);
  return slices;
}
