import { isObject, type JsonObject } from '@countersign/json/json-object';
import { numberOr } from '@countersign/json/or-else';
import type { Draft } from './fold/draft.ts';

const inputNames = ['inputTokens', 'input', 'input_tokens', 'promptTokens', 'prompt_tokens'];
const outputNames = [
  'outputTokens',
  'output',
  'output_tokens',
  'completionTokens',
  'completion_tokens',
];

const first = (value: JsonObject, names: readonly string[]): number | null => {
  for (const name of names) {
    const count = numberOr(value[name], null);
    if (count !== null && count >= 0) return count;
  }
  return null;
};

/**
 * Adds tokens an agent reports under `usage`: of a `CUSTOM usage`, of a run's end or of its result, in the common
 * spellings; AG-UI sends a list, one entry a model.
 */
export function addUsage(draft: Draft, report: unknown): void {
  if (!isObject(report)) return;
  const { usage } = report;
  for (const entry of Array.isArray(usage) ? usage : [usage]) {
    if (isObject(entry)) addEntry(draft, entry);
  }
}

function addEntry(draft: Draft, usage: JsonObject): void {
  const input = first(usage, inputNames);
  const output = first(usage, outputNames);
  if (input === null && output === null) return;
  const before = draft.thread.tokens ?? { input: 0, output: 0 };
  draft.thread.tokens = {
    input: before.input + (input ?? 0),
    output: before.output + (output ?? 0),
  };
}
