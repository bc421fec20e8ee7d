import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { faultStatement } from '@countersign/json-schema/fault-statement';
import { judge } from '@countersign/json-schema/judge';
import { stateSchema } from '@countersign/upformat/message';
import { objectsIn, textOf } from '../a2a/values.ts';
import { webUrl } from '../a2a/web-url.ts';

/** Content of a result, as it is shown. */
export interface ToolResult {
  /** The result of the call: structured content, else the text. */
  content: unknown;
  /** Text next to structured content that says something else; null = none. */
  text: string | null;
  /** Content that is no text, as outputs of HAI. */
  outputs: JsonObject[];
  /** Annotations of its content, as received. */
  annotations: JsonObject[];
  /** The tool reports that it failed. */
  error: string | null;
  /** What is wrong with the structured content; empty = nothing. */
  faults: string[];
  /** The message in UpFormat that the structured content has under `upformat`; null = none. */
  upFormat: JsonObject | null;
}

/** One frame of a stream holds at most this much of a result (characters); the rest is left out, and said to be. */
const maxChars = 400_000;
const maxBlocks = 200;

const cut = (text: string): string =>
  text.length <= maxChars
    ? text
    : `${text.slice(0, maxChars)}\n… (${text.length - maxChars} characters left out)`;

/** Reads the result of `tools/call`. */
export function toolResultIn(result: JsonObject, outputSchema: JsonObject | null): ToolResult {
  const blocks = objectsIn(result['content'], maxBlocks);
  const text = cut(
    blocks.flatMap((block) => (block['type'] === 'text' ? (textIn(block) ?? []) : [])).join('\n'),
  );
  const { structuredContent: structured } = result;
  const hasStructured = structured !== undefined;
  const error = result['isError'] === true ? text || 'The tool failed and gave no reason.' : null;
  return {
    content: hasStructured ? small(structured) : text,
    text: hasStructured && !isSameJson(text, structured) && text !== '' ? text : null,
    outputs: blocks.flatMap(outputOf),
    annotations: blocks.flatMap(({ annotations }) => (isObject(annotations) ? [annotations] : [])),
    error,
    faults: error === null ? faultsOf(structured, outputSchema) : [],
    upFormat: upFormatIn(structured),
  };
}

/**
 * A question is not asked: the call is over, and nothing of the server would receive the answer. It asks during the call, by an
 * elicitation.
 */
function upFormatIn(structured: unknown): JsonObject | null {
  const message = memberOf(structured, 'upformat');
  if (!isObject(message) || message['state'] === undefined) return null;
  const state = stateSchema.safeParse(message['state']);
  const asks = state.data === 'needsHumanDecision' || state.data === 'followup';
  return asks || small(message) !== message ? null : message;
}

const textIn = (block: JsonObject): string | null =>
  typeof block['text'] === 'string' ? block['text'] : null;

/** A value of which one frame would be too large is shown as the beginning of its text. */
function small(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length <= maxChars ? value : cut(text);
}

function isSameJson(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function faultsOf(structured: unknown, schema: JsonObject | null): string[] {
  if (schema === null) return [];
  if (structured === undefined)
    return ['structuredContent is missing, although the tool has an output schema.'];
  return judge(schema, structured)
    .faults.slice(0, 5)
    .map((fault) => {
      const at = fault.path.map((key) => `/${key}`).join('');
      return `structuredContent${at}: ${faultStatement(fault, (key) => key).text}`;
    });
}

/** A content block that is no text, as an output. */
function outputOf(block: JsonObject): JsonObject[] {
  const { type } = block;
  if (type === 'text') return [];
  if (type === 'image' || type === 'audio') {
    return [media(block['data'], textOf(block, 'mimeType', 200) ?? `${type}/*`, null)];
  }
  if (type === 'resource_link') return [link(block)];
  if (type === 'resource') return [embedded(memberOf(block, 'resource'))];
  return [{ type: 'mcp.content', content: small(block) }];
}

function media(data: unknown, mimeType: string, name: string | null): JsonObject {
  const family = /^(image|audio|video)\//.exec(mimeType)?.[1] ?? 'file';
  const about = { mimeType, ...(name === null ? {} : { name }) };
  return typeof data === 'string' && data.length <= maxChars
    ? { type: family, ...about, base64: data }
    : { type: 'mcp.content', ...about, leftOut: typeof data === 'string' ? data.length : 0 };
}

function link(block: JsonObject): JsonObject {
  const uri = textOf(block, 'uri', 2_000) ?? '';
  const name = textOf(block, 'title', 200) ?? textOf(block, 'name', 200) ?? uri;
  const mimeType = textOf(block, 'mimeType', 200);
  const url = webUrl(uri)?.href;
  return {
    ...(url === undefined ? { type: 'mcp.resource', uri } : { type: 'file', url }),
    name,
    ...(mimeType === null ? {} : { mimeType }),
  };
}

/** The contents of a resource, as one output. */
export function embedded(resource: unknown): JsonObject {
  const uri = textOf(resource, 'uri', 2_000) ?? '';
  const mimeType = textOf(resource, 'mimeType', 200);
  const blob = memberOf(resource, 'blob');
  if (typeof blob === 'string') {
    const name = /[^/]*$/.exec(uri)?.[0] || null;
    return media(blob, mimeType ?? 'application/octet-stream', name);
  }
  const text = memberOf(resource, 'text');
  return {
    type: 'mcp.resource',
    uri,
    ...(mimeType === null ? {} : { mimeType }),
    text: typeof text === 'string' ? cut(text) : '',
  };
}
