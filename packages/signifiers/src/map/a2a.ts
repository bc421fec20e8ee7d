import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { resolveUri } from '@countersign/json-schema/check/uri';
import type { Artifact, JsonSchema, SecretNeed } from '../model/signifier.ts';
import { rpcBody, text } from './body-schema.ts';
import {
  contextOf,
  type Draft,
  type Mapped,
  mapEach,
  needsOf,
  objectsIn,
  requiredName,
  textIn,
  textsIn,
  Unmappable,
  webTarget,
} from './mapped.ts';

type Version = '1.0' | '0.3';

/**
 * Signifiers of the skills of an A2A agent, one for each skill, at its newest JSON-RPC interface.
 *
 * @param cardUrl Where the card was read; an interface without origin is seen from there.
 */
export function mapA2a(artifact: Artifact, card: JsonObject, cardUrl: string): Mapped {
  return mapEach(artifact, objectsIn(card, 'skills'), (skill) => {
    const { url, version } = endpointOf(card);
    const id = requiredName(skill, 'id');
    const name = textIn(skill, 'name') || id;
    const kinds = partKinds(card, skill);
    const { target, secrets } = webTarget(resolveUri(cardUrl, url));
    return [
      {
        label: `${artifact.name}_${name}`,
        context: contextOf([textIn(skill, 'description')], name),
        abilities: [],
        nativeName: `skill:${id}`,
        form: {
          method: 'POST',
          target,
          contentType: 'application/json',
          headers: version === '1.0' ? [{ name: 'A2A-Version', value: '1.0' }] : [],
          operation: null,
        },
        binding: { kind: 'a2a-message', version },
        body: messageBody(version, kinds),
        input: partsInput(kinds, textsIn(skill, 'examples')),
        secrets: needsOf([...secretsOf(card), ...secrets]),
        safety: { readOnly: false, destructive: true, idempotent: false, source: 'default' },
        isStream: false,
      } satisfies Draft,
    ];
  });
}

/** The newest JSON-RPC interface that a card lists. */
function endpointOf(card: JsonObject): { url: string; version: Version } {
  const newer = objectsIn(card, 'supportedInterfaces')
    .filter((one) => textIn(one, 'protocolBinding').toUpperCase() === 'JSONRPC')
    .map((one) => ({ url: textIn(one, 'url'), version: textIn(one, 'protocolVersion') || '1.0' }));
  const current = newer.find(({ version }) => version.startsWith('1.'));
  if (current !== undefined) return { url: current.url, version: '1.0' };
  const listed = newer.find(({ version }) => version.startsWith('0.3'));
  if (listed !== undefined) return { url: listed.url, version: '0.3' };
  const older = [
    { url: textIn(card, 'url'), transport: textIn(card, 'preferredTransport') || 'JSONRPC' },
    ...objectsIn(card, 'additionalInterfaces').map((one) => ({
      url: textIn(one, 'url'),
      transport: textIn(one, 'transport'),
    })),
  ].find(({ url, transport }) => url !== '' && transport.toUpperCase() === 'JSONRPC');
  if (older === undefined) throw new Unmappable('the agent has no JSON-RPC interface');
  return { url: older.url, version: '0.3' };
}

interface PartKinds {
  text: boolean;
  data: boolean;
}

/** What a message to a skill may contain. One signifier represents all of them. */
function partKinds(card: JsonObject, skill: JsonObject): PartKinds {
  const own = textsIn(skill, 'inputModes');
  const modes = own.length > 0 ? own : textsIn(card, 'defaultInputModes');
  const kinds = {
    text: modes.length === 0 || modes.some((mode) => /^text(\/|$)/i.test(mode)),
    data: modes.some((mode) => /^(data|application\/(.+\+)?json)\b/i.test(mode)),
  };
  if (!kinds.text && !kinds.data) {
    throw new Unmappable(`it accepts neither text nor JSON, only ${modes.join(', ')}`);
  }
  return kinds;
}

const describedText = text('What to tell the agent, in plain language');
const anyData: JsonSchema = { type: 'object', description: 'Structured data for the agent' };

function partsInput({ text: hasText, data }: PartKinds, examples: readonly string[]): JsonObject {
  const shown = examples.length > 0 ? { ...describedText, examples: [...examples] } : describedText;
  return {
    type: 'object',
    properties: { ...(hasText ? { text: shown } : {}), ...(data ? { data: anyData } : {}) },
    // With both, either will do.
    ...(hasText && data ? { minProperties: 1 } : { required: [hasText ? 'text' : 'data'] }),
    additionalProperties: false,
  };
}

/** The body of a message. Its id is required: an agent refuses a message without one. */
function messageBody(version: Version, kinds: PartKinds): JsonObject {
  const part = (kind: 'text' | 'data', schema: JsonSchema): JsonObject => ({
    type: 'object',
    properties: {
      ...(version === '0.3' ? { kind: { type: 'string', const: kind } } : {}),
      [kind]: schema,
    },
    required: version === '0.3' ? ['kind', kind] : [kind],
  });
  const items = [
    ...(kinds.text ? [part('text', describedText)] : []),
    ...(kinds.data ? [part('data', anyData)] : []),
  ];
  const [only] = items;
  const message = {
    type: 'object',
    properties: {
      ...(version === '0.3' ? { kind: { type: 'string', const: 'message' } } : {}),
      messageId: text('Identifies the message; made by its sender'),
      role: { type: 'string', const: version === '1.0' ? 'ROLE_USER' : 'user' },
      parts: { type: 'array', minItems: 1, items: items.length === 1 ? only : { anyOf: items } },
    },
    required: [...(version === '0.3' ? ['kind'] : []), 'messageId', 'role', 'parts'],
  };
  return rpcBody(version === '1.0' ? 'SendMessage' : 'message/send', { message });
}

/** The schemes that the first requirement of a card names. */
function secretsOf(card: JsonObject): SecretNeed[] {
  const schemes = card['securitySchemes'];
  if (!isObject(schemes)) return [];
  const [requirement] = [
    ...objectsIn(card, 'securityRequirements').map((one) => memberOf(one, 'schemes') ?? one),
    ...objectsIn(card, 'security'),
  ];
  const names = isObject(requirement) ? Object.keys(requirement) : [];
  return names.map((name) => a2aSecret(memberOf(schemes, name)));
}

/** In 1.0 a scheme is the only member of an object that names its kind; in 0.3 it has a type. */
function a2aSecret(scheme: unknown): SecretNeed {
  const apiKey = memberOf(scheme, 'apiKeySecurityScheme') ?? scheme;
  const place = textIn(apiKey, 'location') || textIn(apiKey, 'in');
  if (place === 'header' || place === 'query' || place === 'cookie') {
    return { scheme: 'apiKey', place, name: textIn(apiKey, 'name') };
  }
  const kind = textIn(scheme, 'type') || Object.keys(isObject(scheme) ? scheme : {})[0];
  return {
    scheme: (kind ?? 'unknown').replace(/SecurityScheme$/, ''),
    place: 'header',
    name: 'Authorization',
  };
}
