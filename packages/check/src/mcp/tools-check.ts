import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Notebook } from '../finding.ts';
import { few, seen } from '../statements.ts';
import type { McpSession } from './session.ts';

/** A server that never ends its list is read to here. */
const maxPages = 20;
const taskSupports: ReadonlySet<unknown> = new Set(['required', 'optional', 'forbidden']);

/** Reads the list of tools, and judges what each says about itself. */
export async function checkTools(
  session: McpSession,
  capabilities: JsonObject,
  note: Notebook,
): Promise<JsonObject[]> {
  if (capabilities['tools'] === undefined) {
    note.skip('mcp.tools', seen('check.seen.no-tools'));
    return [];
  }
  const { tools, wrong } = await readList(session);
  const names = tools.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index).map(String);
  const unnamed = names.some((name) => typeof name !== 'string' || name === '');
  const odd =
    twice.length > 0
      ? seen('check.seen.tools-twice', { names: twice })
      : unnamed
        ? seen('check.seen.tool-unnamed')
        : null;
  note.expect('mcp.tools', wrong ?? odd);
  if (wrong !== null) return [];
  const inputs = tools.flatMap((tool) => schemaFault(tool, 'inputSchema') ?? []);
  note.expect('mcp.input-schema', inputs.length === 0 ? null : few(inputs));
  const outputs = tools.flatMap((tool) =>
    tool['outputSchema'] === undefined ? [] : (schemaFault(tool, 'outputSchema') ?? []),
  );
  const supports = tools.flatMap((tool) => {
    const support = memberOf(tool['execution'], 'taskSupport');
    const isKnown = support === undefined || taskSupports.has(support);
    return isKnown
      ? []
      : [seen('check.seen.odd-member', { tool: nameOf(tool), member: 'taskSupport' })];
  });
  const described = [...outputs, ...supports];
  note.expect('mcp.output-schema', described.length === 0 ? null : few(described));
  return tools;
}

async function readList(
  session: McpSession,
): Promise<{ tools: JsonObject[]; wrong: WrittenStatement | null }> {
  const tools: JsonObject[] = [];
  const cursors = new Set<string>();
  let cursor: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const { result } = await session.request(
      'tools/list',
      typeof cursor === 'string' ? { cursor } : {},
    );
    if (!Array.isArray(result?.['tools'])) return { tools, wrong: seen('check.seen.no-list') };
    tools.push(...result['tools'].filter(isObject));
    cursor = result['nextCursor'];
    if (cursor === undefined) return { tools, wrong: null };
    if (typeof cursor !== 'string' || cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return { tools, wrong: seen('check.seen.endless-list') };
}

export const nameOf = ({ name }: JsonObject): string => String(name).slice(0, 100);

function schemaFault(tool: JsonObject, member: string): WrittenStatement | null {
  const schema = tool[member];
  const isSchema =
    isObject(schema) &&
    schema['type'] === 'object' &&
    (schema['properties'] === undefined || isObject(schema['properties'])) &&
    (schema['required'] === undefined || isNames(schema['required']));
  return isSchema ? null : seen('check.seen.tool-schema', { tool: nameOf(tool), member });
}

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
