import { type Fault, faultAt } from '@countersign/json/fault';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { propertiesOf, resolveNode } from './schema-node.ts';
import { say } from './statements.ts';

const maxDepth = 12;

/**
 * Properties marked `readOnly` that a value changes: they are shown, not edited. Leaving them out is not a change, because the agent has
 * them. Items of arrays are not compared, because they may have been moved.
 */
export function readOnlyChanges(schema: unknown, proposed: unknown, value: unknown): Fault[] {
  const faults: Fault[] = [];
  const visit = (part: unknown, path: readonly string[], before: unknown, after: unknown) => {
    if (path.length > maxDepth) return;
    for (const [name, property] of propertiesOf(resolveNode(schema, part))) {
      const node = resolveNode(schema, property);
      const old = isObject(before) ? memberOf(before, name) : undefined;
      const now = isObject(after) ? memberOf(after, name) : undefined;
      // Also ends a recursive schema: its values are finite.
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
