import type { Output } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';

/** Outputs that are replaced by a later one of the same id; buttons and forms are questions, and are kept. */
const updatable: ReadonlySet<string> = new Set([
  'toolCallShow',
  'progress',
  'table',
  'chart',
  'graph',
]);

/** The id by which an output is updated in place, next to `type` or under `data`; null = each output is separate. */
export function updatableId(output: Output): string | null {
  if (!updatable.has(output.type)) return null;
  const data = output['data'];
  const id = output['id'] ?? (isObject(data) ? data['id'] : undefined);
  return typeof id === 'string' ? id : null;
}

/** A later output merged into the earlier one: members that are not sent again are kept. */
export function mergeOutputs(earlier: Output, later: Output): Output {
  const [before, after] = [earlier['data'], later['data']];
  const data = isObject(before) && isObject(after) ? { data: { ...before, ...after } } : {};
  return { ...earlier, ...later, ...data };
}
