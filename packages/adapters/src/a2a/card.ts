import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { say } from '../agent-statements.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { Introducing, Introduction } from '../protocol/agent-protocol.ts';
import { StatedError } from '../protocol/stated-error.ts';
import { bindingOf, versionOf } from './endpoint.ts';
import { objectsIn, textOf, textsIn } from './values.ts';
import { webUrl } from './web-url.ts';

/** An interface as a card of either version lists it. */
interface Listed {
  url: string;
  transport: string;
  version: string;
  tenant: string;
}

const maxSkills = 100;

/**
 * Reads an agent card of protocol 1.0 or 0.3. Only interfaces at the agent's own origin, or at one entered for it, are used:
 * otherwise the author of a card could direct this server to any address it can reach. Throws if there is none.
 */
export function introductionOf(
  card: JsonObject,
  agent: Introducing,
  cardUrl: string,
): Introduction {
  const origins = new Set(
    [agent.url, ...(agent.headersAlsoTo ?? [])].flatMap((url) => webUrl(url)?.origin ?? []),
  );
  const judged = listed(card, cardUrl).map((one) => ({ ...one, why: objection(one, origins) }));
  const usable = judged.filter(({ why }) => why === null);
  // Of several at its host, the one that it was added by.
  const used = usable.find(({ url }) => isSameAddress(url, agent.url)) ?? usable[0];
  if (used === undefined) throw new StatedError(noInterface(judged));
  const capabilities = memberOf(card, 'capabilities');
  const streams = memberOf(capabilities, 'streaming') === true;
  const pushes = memberOf(capabilities, 'pushNotifications') === true;
  return {
    card: {
      ...shownCard(card),
      streams,
      pushes,
      interfaces: judged.map((one) => ({
        url: one.url,
        transport: one.transport,
        version: one.version,
        used: one === used,
        why: one.why?.text ?? null,
        ...(one.why === null ? {} : { whyStatement: one.why.statement }),
      })),
    },
    call: {
      url: used.url,
      version: versionOf(used.version) ?? '1.0',
      binding: bindingOf(used.transport) ?? 'JSONRPC',
      tenant: used.tenant,
      streams,
      pushes,
    },
  };
}

/** Whether a card at this URL names an address as one of its interfaces. */
export const namesAddress = (card: JsonObject, cardUrl: string, address: string): boolean =>
  listed(card, cardUrl).some(({ url }) => isSameAddress(url, address));

/** The first address of a card that can be called; null = it names none, or not in which version. */
export function callableAddress(card: JsonObject): string | null {
  const found = listed(card, '').find(
    ({ url, transport, version }) =>
      bindingOf(transport) !== null && versionOf(version) !== null && webUrl(url) !== null,
  );
  const saysVersion = 'protocolVersion' in card || 'supportedInterfaces' in card;
  return found === undefined || !saysVersion ? null : found.url;
}

const placeOf = (address: string): string | null => {
  const url = webUrl(address);
  return url === null ? null : `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

function isSameAddress(one: string, other: string): boolean {
  const place = placeOf(one);
  return place !== null && place === placeOf(other);
}

function listed(card: JsonObject, cardUrl: string): Listed[] {
  const supported = objectsIn(card['supportedInterfaces'], 20);
  const declared = textOf(card, 'protocolVersion', 40);
  const own: unknown[] = [
    { url: card['url'], transport: card['preferredTransport'] ?? 'JSONRPC' },
    ...objectsIn(card['additionalInterfaces'], 20),
  ];
  const all =
    supported.length > 0
      ? supported.map((one) => ({
          url: textOf(one, 'url'),
          transport: textOf(one, 'protocolBinding', 60),
          version: textOf(one, 'protocolVersion', 40) ?? declared ?? '1.0',
          tenant: textOf(one, 'tenant', 200) ?? '',
        }))
      : own.map((one) => ({
          url: textOf(one, 'url'),
          transport: textOf(one, 'transport', 60),
          version: declared ?? '0.3',
          tenant: '',
        }));
  const seen = new Set<string>();
  return all.flatMap(({ url: given, transport, version, tenant }) => {
    const url = webUrl(given, cardUrl)?.href ?? null;
    const key = `${url} ${transport} ${version}`;
    if (given === null || transport === null || seen.has(key)) return [];
    seen.add(key);
    return [{ url: url ?? given, transport, version, tenant }];
  });
}

function objection(
  { url, transport, version }: Listed,
  origins: ReadonlySet<string>,
): WrittenStatement | null {
  const parsed = webUrl(url);
  if (bindingOf(transport) === null) return say('card.transport-unknown');
  if (versionOf(version) === null) return say('card.version-unknown');
  if (parsed === null) return say('card.no-web-url');
  if (parsed.username !== '' || parsed.password !== '') return say('card.has-password');
  return origins.has(parsed.origin) ? null : say('card.other-host', { origin: parsed.origin });
}

function noInterface(
  judged: readonly (Listed & { why: WrittenStatement | null })[],
): WrittenStatement {
  const [first] = judged;
  return first?.why == null
    ? say('card.no-address')
    : say('card.no-callable', { url: first.url.slice(0, 200), why: first.why });
}

function shownCard(card: JsonObject): Omit<AgentCard, 'streams' | 'pushes' | 'interfaces'> {
  const provider = card['provider'];
  const organization = textOf(provider, 'organization', 200);
  const schemes = card['securitySchemes'];
  return {
    name: textOf(card, 'name', 200) ?? 'Agent without a name',
    description: textOf(card, 'description', 4_000),
    version: textOf(card, 'version', 60),
    provider:
      organization === null
        ? null
        : { name: organization, url: webUrl(textOf(provider, 'url'))?.href ?? null },
    documentationUrl: webUrl(textOf(card, 'documentationUrl'))?.href ?? null,
    skills: objectsIn(card['skills'], maxSkills).map((skill) => ({
      name: textOf(skill, 'name', 200) ?? textOf(skill, 'id', 200) ?? 'Skill without a name',
      description: textOf(skill, 'description'),
      tags: textsIn(skill['tags'], 20),
      examples: textsIn(skill['examples'], 10),
    })),
    // A skill may take more than the agent does by default, and which one a message is for is the agent's to find out.
    inputModes: [
      ...new Set([
        ...textsIn(card['defaultInputModes']),
        ...objectsIn(card['skills'], maxSkills).flatMap((skill) => textsIn(skill['inputModes'])),
      ]),
    ],
    outputModes: textsIn(card['defaultOutputModes']),
    security: isObject(schemes)
      ? Object.keys(schemes)
          .slice(0, 20)
          .map((name) => name.slice(0, 200))
      : [],
  };
}
