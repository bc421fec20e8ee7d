import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { Artifact, FormHeader, JsonSchema, Safety } from '../model/signifier.ts';
import { constants, rpcBody, text } from './body-schema.ts';
import { headerText } from './header-text.ts';
import {
  contextOf,
  type Draft,
  joinMapped,
  type Mapped,
  mapEach,
  requiredName,
  textIn,
  Unmappable,
  webTarget,
} from './mapped.ts';

/** What a server lists, whole: the lists of all pages. */
export interface McpLists {
  /** The address of the streamable HTTP endpoint. */
  url: string;
  /** The revision of the protocol that server and client agreed on, such as `2026-07-28`. */
  version: string;
  tools?: readonly unknown[];
  resources?: readonly unknown[];
  resourceTemplates?: readonly unknown[];
}

/** The first revision without sessions: each request is complete. */
const firstStateless = '2026-07-28';

/** Signifiers of the tools, resources and resource templates of an MCP server. Prompts are texts, not actions. */
export function mapMcp(artifact: Artifact, lists: McpLists): Mapped {
  return joinMapped([
    mapEach(artifact, lists.tools ?? [], (tool) => [toolDraft(artifact, lists, tool)]),
    mapEach(artifact, lists.resources ?? [], (one) => [resourceDraft(artifact, lists, one, 'uri')]),
    mapEach(artifact, lists.resourceTemplates ?? [], (one) => [
      resourceDraft(artifact, lists, one, 'uriTemplate'),
    ]),
  ]);
}

function toolDraft(artifact: Artifact, lists: McpLists, tool: JsonObject): Draft {
  const name = requiredName(tool, 'name');
  const sent = tool['inputSchema'] ?? { type: 'object' };
  if (!isObject(sent)) throw new Unmappable('its inputSchema is not an object');
  const input = sent;
  const description = textIn(tool, 'description');
  return {
    ...common(lists, { method: 'tools/call', name }),
    label: `${artifact.name}_${name}`,
    context: contextOf([description, textIn(tool, 'title')], name),
    nativeName: `tool:${name}`,
    binding: { kind: 'mcp-tool', version: lists.version },
    body: rpcBody('tools/call', {
      ...constants({ name }),
      arguments: input,
      ...metaOf(lists.version),
    }),
    input,
    safety: toolSafety(tool['annotations']),
  };
}

function resourceDraft(
  artifact: Artifact,
  lists: McpLists,
  resource: JsonObject,
  member: 'uri' | 'uriTemplate',
): Draft {
  const uri = requiredName(resource, member);
  const name = textIn(resource, 'name') || uri;
  const isTemplate = member === 'uriTemplate';
  const uriSchema = text(`A URI of the form ${uri}`);
  return {
    ...common(lists, { method: 'resources/read', name: isTemplate ? null : uri }),
    label: `${artifact.name}_${name}`,
    context: contextOf([textIn(resource, 'description'), textIn(resource, 'title')], name),
    nativeName: `${isTemplate ? 'template' : 'resource'}:${uri}`,
    binding: { kind: 'mcp-resource', version: lists.version },
    body: rpcBody('resources/read', {
      ...(isTemplate ? { uri: uriSchema } : constants({ uri })),
      ...metaOf(lists.version),
    }),
    input: isTemplate
      ? { type: 'object', properties: { uri: uriSchema }, required: ['uri'] }
      : null,
    safety: { readOnly: true, destructive: false, idempotent: true, source: 'protocol' },
  };
}

/** `name` is what a stateless request repeats in a header; null = it is an argument, and its sender adds the header. */
function common(
  lists: McpLists,
  { method, name }: { method: string; name: string | null },
): Pick<Draft, 'abilities' | 'form' | 'secrets' | 'isStream'> {
  const headers: FormHeader[] = [
    { name: 'Accept', value: 'application/json, text/event-stream' },
    { name: 'MCP-Protocol-Version', value: lists.version },
  ];
  if (lists.version >= firstStateless) {
    headers.push({ name: 'Mcp-Method', value: method });
    if (name !== null) headers.push({ name: 'Mcp-Name', value: headerText(name) });
  }
  const { target, secrets } = webTarget(lists.url);
  return {
    abilities: [],
    form: {
      method: 'POST',
      target,
      contentType: 'application/json',
      headers,
      operation: null,
    },
    secrets,
    isStream: false,
  };
}

/** What each request of a stateless revision says of its client. */
function metaOf(version: string): Record<string, JsonSchema> {
  if (version < firstStateless) return {};
  const properties = {
    ...constants({ 'io.modelcontextprotocol/protocolVersion': version }),
    'io.modelcontextprotocol/clientCapabilities': { type: 'object', const: {} },
  };
  return { _meta: { type: 'object', properties, required: Object.keys(properties) } };
}

/** The hints of a tool are its own words; those it does not give are the cautious ones of the specification. */
function toolSafety(annotations: unknown): Safety {
  const hint = (name: string) => memberOf(annotations, name);
  const said = ['readOnlyHint', 'destructiveHint', 'idempotentHint'].some(
    (name) => typeof hint(name) === 'boolean',
  );
  const readOnly = hint('readOnlyHint') === true;
  return {
    readOnly,
    destructive: !readOnly && hint('destructiveHint') !== false,
    idempotent: readOnly || hint('idempotentHint') === true,
    source: said ? 'description' : 'default',
  };
}
