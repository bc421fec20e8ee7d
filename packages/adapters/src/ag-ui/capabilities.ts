import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { objectsIn, textOf, textsIn } from '../a2a/values.ts';
import { webUrl } from '../a2a/web-url.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { Introducing } from '../protocol/agent-protocol.ts';
import type { Transport } from '../protocol/wire.ts';

/** What a runtime says about its agents beyond this size (bytes) is not read. */
const maxBytes = 1_000_000;
/** Entries and depth of what one agent declares. */
const maxDeclared = 200;
const maxDepth = 4;

/** How the URL of an agent of a CopilotKit runtime ends: the rest is the URL of the runtime. */
const agentUrl = /^(.*)\/agent\/([^/?#]+)\/(?:run|connect)\/?(?:[?#].*)?$/;

/**
 * Reads the capabilities of AG-UI (`AgentCapabilities` of @ag-ui/core 1.0). AG-UI has no request for them; CopilotKit's runtime (seen
 * in 1.75.0) sends those of all its agents at `GET {runtime}/info`. Null = the agent has no such address, or says nothing.
 */
export async function readCapabilities(
  { url }: Introducing,
  transport: Transport,
): Promise<AgentCard | null> {
  const [, runtime, encoded] = agentUrl.exec(url) ?? [];
  const id = decoded(encoded);
  if (runtime === undefined || id === null) return null;
  const headers = { accept: 'application/json' };
  const reply = await transport.call({ method: 'GET', url: `${runtime}/info`, headers });
  if (reply.status < 200 || reply.status > 299) {
    reply.discard();
    return null;
  }
  const text = await reply.text(maxBytes + 1);
  const info = text.length > maxBytes ? null : parsed(text);
  const agents = memberOf(info, 'agents');
  const agent = isObject(agents) && Object.hasOwn(agents, id) ? agents[id] : undefined;
  const declared = memberOf(agent, 'capabilities');
  if (!isObject(agent) || !isObject(declared)) return null;
  return cardOf(declared, agent, {
    ...{ url, transport: 'CopilotKit', version: textOf(info, 'version', 60) ?? '' },
    ...{ used: true, why: null },
  });
}

function cardOf(
  declared: JsonObject,
  agent: JsonObject,
  place: AgentCard['interfaces'][number],
): AgentCard {
  const { identity, transport, tools, output } = declared;
  const provider = textOf(identity, 'provider', 200);
  return {
    name: textOf(identity, 'name', 200) ?? textOf(agent, 'name', 200) ?? 'Agent without a name',
    description: textOf(identity, 'description', 4_000) ?? textOf(agent, 'description', 4_000),
    version: textOf(identity, 'version', 60),
    provider: provider === null ? null : { name: provider, url: null },
    documentationUrl: webUrl(textOf(identity, 'documentationUrl'))?.href ?? null,
    skills: objectsIn(memberOf(tools, 'items'), 100).flatMap((tool) => {
      const name = textOf(tool, 'name', 200);
      const description = textOf(tool, 'description');
      return name === null ? [] : [{ name, description, tags: [], examples: [] }];
    }),
    inputModes: [],
    outputModes: textsIn(memberOf(output, 'supportedMimeTypes')),
    streams: memberOf(transport, 'streaming') === true,
    pushes: memberOf(transport, 'pushNotifications') === true,
    security: [],
    interfaces: [place],
    capabilities: sorted(declared),
  };
}

/** What is declared, by its path: `humanInTheLoop.interrupts`. What has a place of its own in a card is left out. */
function sorted({ identity: _, ...declared }: JsonObject): AgentCard['capabilities'] {
  const lists = { supported: [] as string[], unsupported: [] as string[] };
  const add = (list: string[], words: string) => {
    if (list.length < maxDeclared) list.push(words.slice(0, 300));
  };
  const walk = (value: unknown, path: readonly string[]): void => {
    const name = path.join('.');
    if (typeof value === 'boolean') add(value ? lists.supported : lists.unsupported, name);
    else if (typeof value === 'number' || typeof value === 'string') {
      add(lists.supported, `${name} = ${value}`);
    } else if (Array.isArray(value)) {
      const words = value.slice(0, 20).flatMap((one) => {
        const word = typeof one === 'string' ? one : textOf(one, 'name', 100);
        return word === null ? [] : [word];
      });
      // Tools are listed with their descriptions.
      if (words.length > 0 && name !== 'tools.items') {
        add(lists.supported, `${name} = ${words.join(', ')}`);
      }
    } else if (isObject(value) && path.length < maxDepth) {
      const members = Object.entries(value).slice(0, maxDeclared);
      for (const [member, inner] of members) walk(inner, [...path, member]);
    }
  };
  walk(declared, []);
  return lists;
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    // A percent sign without its digits names no agent.
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A console at the same address answers every path with its page.
    return null;
  }
}
