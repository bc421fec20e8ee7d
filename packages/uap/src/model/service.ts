import { isObject, type JsonObject } from '@countersign/json/json-object';

export const serviceProtocols = ['http', 'https', 'tcp', 'udp', 'tls', 'grpc', 'grpcs'] as const;

/** The protocols of agents that the public registry knows; `''` = a service that is no agent. */
export const publicAgentProtocols = ['', 'a2a', 'acp', 'mcp'] as const;

/** Those, and the ones that this registry has in addition. A public registry refuses them. */
export const agentProtocols = [...publicAgentProtocols, 'hai', 'ag-ui'] as const;
export type AgentProtocol = (typeof agentProtocols)[number];

/** The member of `agent_info` that describes an agent of each protocol. */
export const infoKeys = {
  a2a: 'a2a_agent_card',
  acp: 'acp_agent_manifest',
  mcp: 'mcp_server_info',
  hai: 'agent_descriptor',
  'ag-ui': 'agent_descriptor',
} as const satisfies Record<Exclude<AgentProtocol, ''>, string>;

/** A lease that the service itself renews. Durations as text, such as `15s`. */
export interface EphemeralCheck {
  check_type: 'TTL';
  renewal_interval: string;
  renewal_unhealthy_timeout: string;
  renewal_delete_timeout: string;
}

/** Requests by which the registry finds out whether a service answers. */
export interface PersistentCheck {
  check_type: 'HTTP' | 'HTTPS';
  /** A path, appended to scheme, host and port. */
  check_http_url: string;
  check_http_method: 'GET' | 'HEAD' | 'OPTIONS';
  check_interval: string;
  check_timeout: string;
  check_unhealthy_timeout: string;
}

/** What a registrant says of a service, checked and with all defaults. */
export interface ServiceRequest {
  /** true = it renews a lease itself; false = it stays until it is removed. */
  ephemeral: boolean;
  name: string;
  /** One of `serviceProtocols`. */
  protocol: string;
  host: string;
  port: number;
  path: string;
  retries: number;
  /** ms, as the other two. */
  connect_timeout: number;
  write_timeout: number;
  read_timeout: number;
  /** Free; by convention `namespace=a`. Absent = none. */
  tags?: string[] | undefined;
  health_status: string;
  /** Absent, as the other one: it is never checked, and so never unhealthy and never removed. */
  ephemeral_check?: EphemeralCheck | undefined;
  persistent_check?: PersistentCheck | undefined;
  agent_protocol: AgentProtocol;
  /** One member, named by the protocol of the agent (`infoKeys`). */
  agent_info: JsonObject | null;
  agent_info_url: string;
}

/** A service as a registry returns it (the wire's own names). Times are epoch ms. */
export interface Service extends ServiceRequest {
  /** Made of name, host and port: those are its identity. */
  id: string;
  created_at: number;
  updated_at: number;
  /** Changes whenever the entry does. */
  index: number;
  /** Who registered it at this server; other registries do not say. */
  registered_by?: string | undefined;
}

/** What an agent says about itself, by its protocol; null = nothing. */
export function agentDocument(
  service: Pick<Service, 'agent_protocol' | 'agent_info'>,
): JsonObject | null {
  if (service.agent_protocol === '') return null;
  const document = service.agent_info?.[infoKeys[service.agent_protocol]];
  return isObject(document) ? document : null;
}
