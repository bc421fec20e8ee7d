import { originInClass, type PromptOrigin } from '@countersign/api/origin';
import { canonicalJson } from '@countersign/json/canonical-json';
import { typeOfValue } from '@countersign/json-schema/schema-node';
import type { UpMessage } from '@countersign/upformat/message';

/** Who asks, from which origin, and by which tool. */
export interface AskedBy {
  agentId: string;
  origin: Pick<PromptOrigin, 'protocol' | 'kind'>;
  toolName: string | null;
}

const maxDepth = 64;

/**
 * What prompts that ask the same about other data have in common: agent, origin, tool, state, schema, and the shape of the
 * payload with the items of arrays collapsed. Hashed as canonical JSON it is the class of a prompt. JSON in, JSON out.
 */
export function equivalentContent(message: UpMessage, asked: AskedBy): Record<string, unknown> {
  return {
    agentId: asked.agentId,
    origin: originInClass(asked.origin),
    toolName: asked.toolName,
    state: message.state,
    schema: message.upContext?.schema ?? null,
    payload: shapeOf(message.payload ?? {}, 0),
  };
}

/** Integers and other numbers have the same type. */
function shapeOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) {
    const type = typeOfValue(value);
    return type === 'integer' ? 'number' : type;
  }
  if (Array.isArray(value)) {
    const shapes = new Map<string, unknown>();
    for (const item of value) {
      const shape = shapeOf(item, depth + 1);
      shapes.set(canonicalJson(shape), shape);
    }
    return [...shapes].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, shape]) => shape);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shapeOf(member, depth + 1)]),
  );
}
