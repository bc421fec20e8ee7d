import type { JsonObject } from '@countersign/json/json-object';
import { serviceId } from '../model/ids.ts';
import { readService } from '../model/read-service.ts';
import type { Service } from '../model/service.ts';

/** The registration of an A2A agent with a lease, as a registrant sends it. */
export const geoPlanner: JsonObject = {
  ephemeral: true,
  name: 'geo-planner',
  protocol: 'https',
  host: '10.0.0.5',
  port: 8443,
  path: '/a2a',
  tags: ['namespace=ops'],
  ephemeral_check: {
    check_type: 'TTL',
    renewal_interval: '15s',
    renewal_unhealthy_timeout: '30s',
    renewal_delete_timeout: '60s',
  },
  agent_protocol: 'a2a',
  agent_info: {
    a2a_agent_card: {
      protocolVersion: '0.3.0',
      name: 'Geo planner',
      description: 'Plans routes',
      version: '1.2.0',
      url: 'https://10.0.0.5:8443/a2a',
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: true },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['application/json'],
      skills: [
        {
          id: 'route',
          name: 'Route',
          description: 'Fastest route between stops',
          tags: ['map'],
          examples: ['A to B by noon'],
        },
      ],
      provider: { organization: 'Acme', url: 'https://acme.example' },
    },
  },
};

/** The registration of an MCP server that is probed. */
export const billingTools: JsonObject = {
  name: 'billing-tools',
  protocol: 'http',
  host: 'tools.acme.example',
  port: 8080,
  path: '/mcp',
  agent_protocol: 'mcp',
  persistent_check: {
    check_type: 'HTTP',
    check_http_url: '/healthz',
    check_http_method: 'GET',
    check_interval: '15s',
    check_timeout: '5s',
    check_unhealthy_timeout: '60s',
  },
};

/** A registered service. */
export function registered(sent: JsonObject, changes: Partial<Service> = {}): Service {
  const read = readService(sent);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const id = serviceId(read.value);
  return { ...read.value, id, created_at: 0, updated_at: 0, index: 0, ...changes };
}

/** An A2A agent with one skill. */
export const agent = (
  name: string,
  skill: { description: string; tags?: string[]; examples?: string[] },
  card: JsonObject = {},
): Service =>
  registered({
    name,
    protocol: 'http',
    host: '10.0.0.9',
    port: 9_000,
    agent_protocol: 'a2a',
    agent_info: {
      a2a_agent_card: {
        name,
        description: '',
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [{ id: 'one', name: '', tags: [], ...skill }],
        ...card,
      },
    },
  });
