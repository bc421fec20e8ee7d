import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { objectsIn, textOf, textsIn } from '../a2a/values.ts';
import { webUrl } from '../a2a/web-url.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { Introducing, Introduction } from '../protocol/agent-protocol.ts';
import type { Transport, WireReply } from '../protocol/wire.ts';
import { addressOf } from './endpoint.ts';

/** A list of agents beyond this size (bytes) is refused. */
const maxBytes = 1_000_000;
const maxNamed = 5;
const version = '0.2.0';

/**
 * Reads the manifest of an agent: the one that its URL names, or the only one of its server. Rejects if there is none, and if a
 * server has several and the URL names none.
 */
export async function introduce({ url }: Introducing, transport: Transport): Promise<Introduction> {
  const { base, agent } = addressOf(url);
  const path = agent === '' ? '/agents' : `/agents/${encodeURIComponent(agent)}`;
  const headers = { accept: 'application/json' };
  const reply = await transport.call({ method: 'GET', url: `${base}${path}`, headers });
  if (reply.status < 200 || reply.status > 299) throw await reply.failure();
  const document = await documentIn(reply, `${base}${path}`);
  const manifest = agent === '' ? onlyOne(document, base) : document;
  const name = textOf(manifest, 'name', 200);
  if (name === null) throw new Error(`What is at ${base}${path} is no manifest of an agent.`);
  return { card: cardOf(manifest, base), call: { agent: name } };
}

async function documentIn(reply: WireReply, url: string): Promise<JsonObject> {
  const text = await reply.text(maxBytes + 1);
  if (text.length > maxBytes) throw new Error(`What is at ${url} is too large.`);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new Error(`What is at ${url} is no answer of ACP.`);
}

function onlyOne(list: JsonObject, base: string): JsonObject {
  const agents = objectsIn(list['agents']);
  const [first] = agents;
  if (first === undefined) throw new Error('This server lists no agent.');
  if (agents.length === 1) return first;
  const names = agents
    .slice(0, maxNamed)
    .map((one) => textOf(one, 'name', 100) ?? '?')
    .join(', ');
  const more = agents.length > maxNamed ? ', …' : '';
  throw new Error(
    `This server has ${agents.length} agents (${names}${more}): its address must name one, as ${base}/agents/${textOf(first, 'name', 100) ?? '…'} does.`,
  );
}

function cardOf(manifest: JsonObject, base: string): AgentCard {
  const { metadata } = manifest;
  const annotations = memberOf(metadata, 'annotations');
  const author = memberOf(metadata, 'author');
  const owner = textOf(author, 'name', 200);
  const documentation = objectsIn(memberOf(metadata, 'links')).find(
    (link) => link['type'] === 'documentation',
  );
  const tags = textsIn(memberOf(metadata, 'tags'), 20);
  return {
    name: textOf(annotations, 'name', 200) ?? textOf(manifest, 'name', 200) ?? '',
    description: textOf(manifest, 'description', 4_000),
    version: textOf(annotations, 'version', 60),
    provider:
      owner === null ? null : { name: owner, url: webUrl(textOf(author, 'url'))?.href ?? null },
    // Its own member is Markdown by the contract; some put the address of a page there.
    documentationUrl:
      (webUrl(textOf(documentation, 'url')) ?? webUrl(textOf(metadata, 'documentation')))?.href ??
      null,
    skills: objectsIn(memberOf(metadata, 'capabilities'), 100).map((capability) => ({
      name: textOf(capability, 'name', 200) ?? 'Capability without a name',
      description: textOf(capability, 'description'),
      // They belong to the agent: a manifest does not say which of its abilities they are about.
      tags,
      examples: [],
    })),
    inputModes: textsIn(manifest['input_content_types']),
    outputModes: textsIn(manifest['output_content_types']),
    streams: true,
    pushes: false,
    security: [],
    interfaces: [{ url: base, transport: 'REST', version, used: true, why: null }],
  };
}
