import type { WrittenStatement } from '@countersign/json/statement';
import { JSONPathEnvironment, type JSONPathQuery, type JSONValue } from 'json-p3';
import { say } from '../statements.ts';

const environment = new JSONPathEnvironment({ maxRecursionDepth: 64 });
const kept = new Map<string, JSONPathQuery>();
const maxKept = 500;
const maxNodes = 1_000;

/** A parsed path: `direct` = it names one place, so that its cost is its length. */
export interface Path {
  direct: boolean;
  /** The selected values; throws if there are too many. */
  select(value: unknown): unknown[];
}

/** Reads a JSONPath (RFC 9535). Throws with the reason if it is invalid; only the functions of the RFC are known. */
export function parsePath(text: string): Path {
  const query = kept.get(text) ?? environment.compile(text);
  if (kept.size >= maxKept) kept.clear();
  kept.set(text, query);
  return {
    direct: query.singularQuery(),
    select(value) {
      const found: unknown[] = [];
      for (const node of query.lazyQuery(value as JSONValue)) {
        found.push(node.value);
        if (found.length > maxNodes) throw new Error('The path selects too much.');
      }
      return found;
    },
  };
}

/** Why a text is not a path, or null. */
export function objectionToPath(text: string): WrittenStatement | null {
  try {
    parsePath(text);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return say('rule.not-a-path', { reason: reason.slice(0, 270) });
  }
}
