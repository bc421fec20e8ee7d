import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { ServiceRequest } from '@countersign/uap/model/service';

/** What an agent can do, in the words in which it is searched for. */
export interface AgentSkill {
  id: string;
  name: string;
  description: string;
  tags: string[];
}

/** What is sent to register an agent; the rest has defaults. */
export type ServiceDraft = Pick<
  ServiceRequest,
  | 'ephemeral'
  | 'name'
  | 'protocol'
  | 'host'
  | 'port'
  | 'path'
  | 'tags'
  | 'ephemeral_check'
  | 'agent_protocol'
  | 'agent_info'
>;

/** How long a lease lasts, and how often it is renewed. All three are stated: registries differ in their defaults. */
const lease = {
  check_type: 'TTL',
  renewal_interval: '15s',
  renewal_unhealthy_timeout: '30s',
  renewal_delete_timeout: '60s',
} as const;

/** An agent of HAI as a service: it renews its own lease, and is described by its descriptor and skills. */
export function serviceOf(
  descriptor: AgentDescriptor,
  skills: readonly AgentSkill[],
): ServiceDraft {
  const url = new URL(descriptor.url);
  const isTls = url.protocol === 'https:';
  return {
    ephemeral: true,
    name: descriptor.id,
    protocol: isTls ? 'https' : 'http',
    // Without the brackets of an address of IPv6.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 443 : 80),
    path: url.pathname,
    tags: ['crew'],
    ephemeral_check: lease,
    agent_protocol: 'hai',
    agent_info: { agent_descriptor: { ...descriptor, capabilities: { skills: [...skills] } } },
  };
}
