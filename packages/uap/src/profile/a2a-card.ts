import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  type AgentProfile,
  type Described,
  emptyProfile,
  presentMembers,
} from './agent-profile.ts';
import { flagIn, objectsIn, textIn, textsIn } from './values.ts';

/** Reads an A2A agent card of version 0.3.0. */
export function readCard(card: JsonObject): AgentProfile {
  const capabilities = card['capabilities'];
  const provider = card['provider'];
  const schemes = card['securitySchemes'];
  const organization = textIn(provider, 'organization');
  return {
    ...emptyProfile,
    name: textIn(card, 'name'),
    description: textIn(card, 'description'),
    version: textIn(card, 'version'),
    url: textIn(card, 'url'),
    skills: objectsIn(card, 'skills').map((skill) => ({
      id: textIn(skill, 'id'),
      name: textIn(skill, 'name'),
      description: textIn(skill, 'description'),
      tags: textsIn(skill, 'tags'),
      examples: textsIn(skill, 'examples'),
      inputSchema: null,
    })),
    inputModes: modesIn(card, 'defaultInputModes', 'inputModes'),
    outputModes: modesIn(card, 'defaultOutputModes', 'outputModes'),
    owner: organization === '' ? null : { name: organization, url: textIn(provider, 'url') },
    documentationUrl: textIn(card, 'documentationUrl'),
    streaming: flagIn(capabilities, 'streaming'),
    pushNotifications: flagIn(capabilities, 'pushNotifications'),
    extendedCard: flagIn(card, 'supportsAuthenticatedExtendedCard'),
    security: isObject(schemes) ? Object.keys(schemes).slice(0, 50) : [],
  };
}

/** The modes of the card and those of its skills, which may be others. */
const modesIn = (card: JsonObject, own: string, ofSkill: string): string[] => [
  ...new Set([
    ...textsIn(card, own),
    ...objectsIn(card, 'skills').flatMap((skill) => textsIn(skill, ofSkill)),
  ]),
];

/** Writes a card of version 0.3.0 that passes every check. Skills of a card have no schemas, and ways to sign in more than names. */
export function writeCard(profile: AgentProfile): Described {
  const { name, description, owner, documentationUrl: documentation, skills } = profile;
  const document = {
    protocolVersion: '0.3.0',
    name,
    description,
    version: profile.version,
    url: profile.url,
    preferredTransport: 'JSONRPC',
    capabilities: {
      ...(profile.streaming === null ? {} : { streaming: profile.streaming }),
      ...(profile.pushNotifications === null
        ? {}
        : { pushNotifications: profile.pushNotifications }),
    },
    defaultInputModes: profile.inputModes.length > 0 ? profile.inputModes : ['text/plain'],
    defaultOutputModes: profile.outputModes.length > 0 ? profile.outputModes : ['text/plain'],
    skills: skills.map(({ inputSchema: _, examples, ...skill }) => ({
      ...skill,
      ...(examples.length > 0 ? { examples } : {}),
    })),
    ...(owner === null ? {} : { provider: { organization: owner.name, url: owner.url } }),
    ...(documentation === '' ? {} : { documentationUrl: documentation }),
    ...(profile.extendedCard === null
      ? {}
      : { supportsAuthenticatedExtendedCard: profile.extendedCard }),
  };
  const hasSchemas = skills.some(({ inputSchema }) => inputSchema !== null);
  return {
    document,
    lost: [
      ...(hasSchemas ? (['skills'] as const) : []),
      ...presentMembers(profile, ['documentation', 'security']),
    ],
  };
}

/** The transports of version 0.3 by their names in 1.0. */
const transports = ['JSONRPC', 'GRPC', 'HTTP+JSON'];

/**
 * A card of version 1.0 in version 0.3.0, which registries check: interfaces become address, preferred transport and further
 * interfaces; those of a transport that 0.3 does not have are left out. A card of 0.3 is returned as it is.
 */
export function toCard03(card: JsonObject): JsonObject {
  const listed = objectsIn(card, 'supportedInterfaces', 50);
  if (listed.length === 0) return card;
  const { supportedInterfaces: _, capabilities, securityRequirements, ...rest } = card;
  const interfaces = listed
    .map((one) => ({ url: textIn(one, 'url'), transport: textIn(one, 'protocolBinding') }))
    .filter(({ url, transport }) => url !== '' && transports.includes(transport));
  const [first] = interfaces;
  const extended = flagIn(capabilities, 'extendedAgentCard');
  const requirements = Array.isArray(securityRequirements)
    ? securityRequirements.map((one) => memberOf(one, 'schemes') ?? one)
    : null;
  return {
    ...rest,
    protocolVersion: '0.3.0',
    // A card for clients of both versions has an address of its own.
    url: first?.url ?? textIn(rest, 'url'),
    preferredTransport: first?.transport ?? 'JSONRPC',
    ...(interfaces.length > 1 ? { additionalInterfaces: interfaces } : {}),
    capabilities: capabilitiesOf03(capabilities),
    ...(extended === null ? {} : { supportsAuthenticatedExtendedCard: extended }),
    ...(requirements === null ? {} : { security: requirements }),
  };
}

function capabilitiesOf03(capabilities: unknown): JsonObject {
  if (!isObject(capabilities)) return {};
  const { extendedAgentCard: _, ...rest } = capabilities;
  return rest;
}
