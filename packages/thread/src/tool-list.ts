import type { Output } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';

const objects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The tools of a `toolCallShow` output (docs/protocol/events.md). */
export const toolsOf = (output: Output): JsonObject[] =>
  isObject(output['data']) ? objects(output['data']['tools']) : [];

/** A later `toolCallShow` of the same id merged into the earlier one: members replaced, tools merged by id, new ones appended, at most `maxTools`. */
export function mergeToolLists(earlier: Output, later: Output, maxTools: number): Output {
  const data = isObject(earlier['data']) ? earlier['data'] : {};
  const update = isObject(later['data']) ? later['data'] : {};
  const tools = new Map<unknown, JsonObject>();
  for (const [place, tool] of toolsOf(earlier).entries()) tools.set(tool['id'] ?? place, tool);
  for (const tool of toolsOf(later)) {
    const id = tool['id'] ?? tools.size;
    if (tools.size >= maxTools && !tools.has(id)) continue;
    tools.set(id, { ...tools.get(id), ...tool });
  }
  return { ...earlier, ...later, data: { ...data, ...update, tools: [...tools.values()] } };
}
