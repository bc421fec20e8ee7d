import { memberOf } from '@countersign/json/json-object';
import { objectsIn, textOf } from '../a2a/values.ts';
import { say } from '../agent-statements.ts';
import type { AgentCard, OfferedPrompt, OfferedResource } from '../protocol/agent-card.ts';
import type { Introducing, Introduction } from '../protocol/agent-protocol.ts';
import { StatedError } from '../protocol/stated-error.ts';
import type { Transport } from '../protocol/wire.ts';
import { maxListed, toolsIn } from './tool.ts';

/** The lists of a server beyond this size (bytes) are refused. */
const maxBytes = 8_000_000;

/** Asks the server for its name and lists. Rejects if it cannot be reached, or is no MCP server. */
export async function introduce({ url }: Introducing, transport: Transport): Promise<Introduction> {
  const reply = await transport.call({ method: 'GET', url, headers: {} });
  if (reply.status >= 300) throw await reply.failure();
  const text = await reply.text(maxBytes + 1);
  if (text.length > maxBytes) throw new StatedError(say('card.lists-too-large'));
  return { card: cardOf(JSON.parse(text), url), call: {} };
}

function cardOf(said: unknown, url: string): AgentCard {
  const server = memberOf(said, 'server');
  const name = textOf(server, 'name', 200) ?? 'MCP server';
  return {
    name: textOf(server, 'title', 200) ?? name,
    description: textOf(said, 'instructions', 10_000) ?? textOf(server, 'description', 2_000),
    version: textOf(server, 'version', 100),
    provider: null,
    documentationUrl: null,
    skills: [],
    inputModes: [],
    outputModes: [],
    streams: true,
    pushes: false,
    security: [],
    interfaces: [
      {
        url,
        transport: textOf(said, 'transport', 60) ?? 'MCP',
        version: textOf(said, 'revision', 60) ?? '?',
        used: true,
        why: null,
      },
    ],
    offers: {
      tools: toolsIn(memberOf(said, 'tools')),
      resources: objectsIn(memberOf(said, 'resources'), maxListed).flatMap(resourceIn),
      prompts: objectsIn(memberOf(said, 'prompts'), maxListed).flatMap(promptIn),
    },
  };
}

function resourceIn(value: Record<string, unknown>): OfferedResource[] {
  const uri = textOf(value, 'uri', 2_000) ?? textOf(value, 'uriTemplate', 2_000);
  if (uri === null) return [];
  const name = textOf(value, 'title', 200) ?? textOf(value, 'name', 200) ?? uri;
  return [
    {
      uri,
      name,
      description: textOf(value, 'description', 2_000),
      mediaType: textOf(value, 'mimeType', 200),
      isTemplate: typeof value['uriTemplate'] === 'string',
    },
  ];
}

function promptIn(value: Record<string, unknown>): OfferedPrompt[] {
  const name = textOf(value, 'name', 500);
  if (name === null) return [];
  const args = objectsIn(value['arguments'], 50).flatMap((one) => textOf(one, 'name', 200) ?? []);
  const description = textOf(value, 'description', 2_000);
  return [{ name, title: textOf(value, 'title', 200), description, arguments: args }];
}
