import { callableAddress } from '@countersign/adapters/a2a/card';
import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { GatewayPolicy } from '@countersign/api/gateway';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { JsonObject } from '@countersign/json/json-object';
import { shapeDetail } from '@countersign/json/shape-message';
import { objectionToUrl } from '@countersign/server/outgoing/address';
import { agentDocument, type Service } from '@countersign/uap/model/service';
import type { AgentProfile } from '@countersign/uap/profile/agent-profile';
import { profileOf } from '@countersign/uap/profile/profile-of';

/** The protocols of services by the name that the server has for them. */
const protocolIds: Readonly<Record<string, string>> = {
  hai: 'hai',
  'ag-ui': 'ag-ui',
  a2a: 'a2a',
  acp: 'acp',
  mcp: 'mcp',
};

/**
 * A registered service as an agent that this server can call.
 *
 * @throws {RelayRefusal} if no adapter implements its protocol, if it has no address, or if the policy does not name its host.
 */
export function targetOf(service: Service, policy: GatewayPolicy): AgentDescriptor {
  const protocol = protocolIds[service.agent_protocol];
  if (protocol === undefined) {
    throw new RelayRefusal(
      'operation-unsupported',
      service.agent_protocol === ''
        ? say('relay.no-agent', { name: service.name })
        : say('relay.no-adapter', { protocol: service.agent_protocol }),
    );
  }
  const profile = profileOf(service);
  const document = agentDocument(service);
  const card = protocol === 'a2a' && document !== null ? cardOf(document, profile) : null;
  const described = protocol === 'hai' || protocol === 'ag-ui' ? (document ?? {}) : {};
  const read = agentDescriptorSchema.safeParse({
    ...described,
    headers: undefined,
    id: `uap-${service.id}`,
    name: profile.name.slice(0, 200),
    protocol,
    url: protocol === 'acp' ? acpUrlOf(service) : (card?.url ?? (profile.url || urlOf(service))),
    card: card?.said,
    ...(profile.description === '' ? {} : { description: profile.description }),
  });
  if (!read.success) {
    const [fault] = read.error.issues;
    throw new RelayRefusal(
      'bad-agent-response',
      say('relay.description', {
        name: service.name,
        path: `/${fault?.path.join('/') ?? ''}`,
        fault: shapeDetail(fault?.message ?? ''),
      }),
    );
  }
  const { headers: _, headersAlsoTo: __, ...descriptor } = read.data;
  for (const url of [descriptor.url, descriptor.control?.url, descriptor.feedback?.url]) {
    if (url !== undefined) requireHost(url, policy);
  }
  return descriptor;
}

/** What of a registered card a call needs; null = it does not say where and how the agent is called. */
function cardOf(
  document: JsonObject,
  { name, inputModes, outputModes, streaming, pushNotifications }: AgentProfile,
): { url: string; said: JsonObject } | null {
  const url = callableAddress(document);
  if (url === null) return null;
  const { protocolVersion, preferredTransport, additionalInterfaces, supportedInterfaces } =
    document;
  const said = {
    ...{ name, protocolVersion, url: document['url'], preferredTransport },
    ...{ additionalInterfaces, supportedInterfaces },
    ...{ defaultInputModes: inputModes, defaultOutputModes: outputModes },
    capabilities: { streaming, pushNotifications },
  };
  return { url, said: JSON.parse(JSON.stringify(said)) };
}

function urlOf({ protocol, host, port, path }: Service): string {
  const scheme = protocol === 'https' || protocol === 'tls' ? 'https' : 'http';
  const name = host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${name}:${port}${path.startsWith('/') ? path : `/${path}`}`;
}

/** A server of ACP may have several agents: the name in the manifest says which one, unless the path does. */
function acpUrlOf(service: Service): string {
  const url = urlOf(service);
  const name = agentDocument(service)?.['name'];
  return typeof name !== 'string' || /\/agents\/[^/]+\/*$/.test(url)
    ? url
    : `${url.replace(/\/+$/, '')}/agents/${encodeURIComponent(name)}`;
}

function requireHost(url: string, { hosts, route }: GatewayPolicy): void {
  // Also programs, whose words can look like a host: a registrant must not have the server start one.
  const objection = objectionToUrl(url);
  if (objection !== null) throw new RelayRefusal('not-allowed', objection);
  const { hostname, host, port, protocol } = new URL(url);
  const usual = protocol === 'https:' ? '443' : '80';
  const withPort = port === '' ? `${hostname}:${usual}` : host;
  if (hosts.includes(hostname) || hosts.includes(withPort)) return;
  throw new RelayRefusal('not-allowed', say('relay.host', { route, host: withPort }));
}
