import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';

/** An argument that is repeated in a header of its call. */
export interface HeaderParameter {
  /** What follows `Mcp-Param-` in the name of the header. */
  name: string;
  value: string;
}

const maxParameters = 50;
const maxDepth = 20;
/** Servers limit all headers of a request together, mostly to 16 kB. */
const maxChars = 8_000;
/** A name of a header (RFC 9110). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const types = new Set(['string', 'integer', 'boolean']);

/**
 * The arguments that a tool wants repeated in headers (`x-mcp-header`, revision 2026-07-28), for what is between a client and a
 * server and does not read bodies. What a server declares in another way than it may is left out.
 */
export function headerParameters(schema: unknown, args: unknown): HeaderParameter[] {
  const found = new Map<string, HeaderParameter>();
  let left = maxChars;
  const visit = (node: JsonObject, value: unknown, depth: number): void => {
    const { 'x-mcp-header': name, type } = node;
    const text = textOf(value);
    if (typeof name === 'string' && token.test(name) && types.has(String(type)) && text !== null) {
      const key = name.toLowerCase();
      if (found.size < maxParameters && !found.has(key) && text.length <= left) {
        left -= text.length;
        found.set(key, { name, value: text });
      }
    }
    const { properties } = node;
    if (!isObject(properties) || depth >= maxDepth || !isObject(value)) return;
    for (const [member, child] of Object.entries(properties)) {
      if (isObject(child)) visit(child, memberOf(value, member), depth + 1);
    }
  };
  if (isObject(schema)) visit(schema, args, 0);
  return [...found.values()];
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return null;
}
