import { type Fault, faultAt } from '@countersign/json/fault';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { propertiesOf, resolveNode } from './schema-node.ts';
import { say } from './statements.ts';

const maxDepth = 12;

/**
 * Properties marked `readOnly` that a value changes: they are shown, not edited. Leaving them out is no change, for the agent knows
 * them. Items of arrays are not compared, for they may have been moved.
 */
export function readOnlyChanges(schema: unknown, proposed: unknown, value: unknown): Fault[] {
  const faults: Fault[] = [];
  const visit = (part: unknown, path: readonly string[], before: unknown, after: unknown) => {
    if (path.length > maxDepth) return;
    for (const [name, property] of propertiesOf(resolveNode(schema, part))) {
      const node = resolveNode(schema, property);
      const old = isObject(before) ? memberOf(before, name) : undefined;
      const now = isObject(after) ? memberOf(after, name) : undefined;
      // Also the end of a recursive schema: its properties are endless, the values are not.
      if (now === undefined) continue;
      const below = [...path, name];
      if (node['readOnly'] !== true) visit(node, below, old, now);
      else if (!jsonEqual(old, now)) {
        faults.push(faultAt(pointerOf(below), say('schema.read-only')));
      }
    }
  };
  visit(schema, [], proposed, value);
  return faults;
}
