import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type AgentProtocol, agentDocument, infoKeys, type Service } from '../model/service.ts';
import { readCard, toCard03 } from './a2a-card.ts';
import { readManifest } from './acp-manifest.ts';
import { type AgentProfile, emptyProfile } from './agent-profile.ts';
import { readMcpInfo } from './mcp-info.ts';
import { objectsIn, textIn, textsIn } from './values.ts';

/** Reads the descriptor of an agent of HAI or AG-UI (docs/protocol/control.md); such agents always stream. Its `tools` are those that people answer. */
function readDescriptor(descriptor: JsonObject): AgentProfile {
  const capabilities = memberOf(descriptor, 'capabilities');
  const listed = isObject(capabilities) ? capabilities : descriptor;
  return {
    ...emptyProfile,
    name: textIn(descriptor, 'name') || textIn(descriptor, 'id'),
    description: textIn(descriptor, 'description'),
    version: textIn(descriptor, 'version'),
    url: textIn(descriptor, 'url'),
    skills: objectsIn(listed, 'skills').map((skill) => ({
      id: textIn(skill, 'id') || textIn(skill, 'name'),
      name: textIn(skill, 'name') || textIn(skill, 'id'),
      description: textIn(skill, 'description'),
      tags: textsIn(skill, 'tags'),
      examples: textsIn(skill, 'examples'),
      inputSchema: null,
    })),
    streaming: true,
  };
}

const readers: Record<Exclude<AgentProtocol, ''>, (document: JsonObject) => AgentProfile> = {
  // A card that was posted is stored as it is, also one of 1.0, whose address is elsewhere.
  a2a: (card) => readCard(toCard03(card)),
  acp: readManifest,
  mcp: readMcpInfo,
  hai: readDescriptor,
  'ag-ui': readDescriptor,
};

/** What a service says it can do; the service's own name if it says no other. */
export function profileOf(
  service: Pick<Service, 'name' | 'agent_protocol' | 'agent_info'>,
): AgentProfile {
  const document = agentDocument(service);
  if (document === null || service.agent_protocol === '') {
    return { ...emptyProfile, name: service.name };
  }
  const profile = readers[service.agent_protocol](document);
  return profile.name === '' ? { ...profile, name: service.name } : profile;
}

/**
 * A document fetched from `agent_info_url`, as the `agent_info` of a registration. A card of A2A 1.0 is converted. The URL may
 * return the wrapped form as well.
 */
export function agentInfoFrom(
  protocol: Exclude<AgentProtocol, ''>,
  document: JsonObject,
): JsonObject {
  const key = infoKeys[protocol];
  const inner = agentDocument({ agent_protocol: protocol, agent_info: document }) ?? document;
  if (protocol !== 'a2a') return { [key]: inner };
  // Kept beside what 0.3 has: that does not say in which version an interface is called.
  const { supportedInterfaces: interfaces } = inner;
  const kept = interfaces === undefined ? {} : { supportedInterfaces: interfaces };
  return { [key]: { ...toCard03(inner), ...kept } };
}

/**
 * Where the document of an agent is looked for, in order: the URL as given, and for A2A the well-known places below it, of this
 * version and of the one before.
 */
export function documentUrls(protocol: AgentProtocol, url: string): string[] {
  if (protocol !== 'a2a') return [url];
  const base = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return [url, `${base}/.well-known/agent-card.json`, `${base}/.well-known/agent.json`];
}
