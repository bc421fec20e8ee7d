import { isRecord } from './pointer.ts';

const MAX_PATTERN_CHARS = 300;
const MAX_NODES = 20_000;

/** A repeated group that itself repeats or branches: `(a+)+`, `(a|a)*`. Such patterns can take for ever. */
const risky = /\((?:[^()\\]|\\.)*(?:[+*]|\{\d+,?\d*\}|\|)(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,?\d*\})/;

/** Whether an agent's regular expression may be run here: short, compiles, and has no repeated repetition. */
export function isSafePattern(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN_CHARS) return false;
  if (risky.test(pattern) || /\\[1-9]/.test(pattern)) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A copy of the schema without the patterns we do not run; the server and the agent check them again. Null = too large. */
export function withoutRiskyPatterns(schema: unknown): unknown {
  let nodes = 0;
  const copy = (node: unknown): unknown => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new RangeError('schema too large');
    if (Array.isArray(node)) return node.map(copy);
    if (!isRecord(node)) return node;
    const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'pattern' && typeof value === 'string') {
        return isSafePattern(value) ? [[key, value]] : [];
      }
      if (key === 'patternProperties' && isRecord(value)) {
        const safe = Object.entries(value).filter(([pattern]) => isSafePattern(pattern));
        return [[key, Object.fromEntries(safe.map(([name, child]) => [name, copy(child)]))]];
      }
      return [[key, copy(value)]];
    });
    return Object.fromEntries(entries);
  };
  try {
    return copy(schema);
  } catch {
    return null;
  }
}
