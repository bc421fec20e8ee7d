import type { Draft } from './draft.ts';
import { isObject, type JsonObject, numberOr } from './json-object.ts';

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

/** Adds tokens an agent reports: `CUSTOM usage`, or a run's result with a `usage` member, in the common spellings. */
export function addUsage(draft: Draft, report: unknown): void {
  if (!isObject(report)) return;
  const usage = isObject(report['usage']) ? report['usage'] : null;
  if (usage === null) return;
  const input = first(usage, inputNames);
  const output = first(usage, outputNames);
  if (input === null && output === null) return;
  const before = draft.thread.tokens ?? { input: 0, output: 0 };
  draft.thread.tokens = {
    input: before.input + (input ?? 0),
    output: before.output + (output ?? 0),
  };
}
