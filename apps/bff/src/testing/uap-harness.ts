import type { JsonObject } from '@countersign/json/json-object';
import type { Service } from '@countersign/uap/model/service';
import { adminToken, startHarness } from './harness.ts';
import type { ManualClock } from './manual-clock.ts';

export const planner: JsonObject = {
  ephemeral: true,
  name: 'geo-planner',
  protocol: 'https',
  host: '10.0.0.5',
  port: 8443,
  ephemeral_check: { check_type: 'TTL' },
  agent_protocol: 'a2a',
  agent_info: {
    a2a_agent_card: {
      name: 'Geo planner',
      description: 'Plans routes',
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['application/json'],
      skills: [
        { id: 'route', name: 'Route', description: 'Fastest route between stops', tags: ['map'] },
        { id: 'zh', name: '路线', description: '规划最快路线', tags: [] },
      ],
    },
  },
};
export const tools: JsonObject = {
  name: 'billing-tools',
  protocol: 'http',
  host: 'tools.acme.example',
  port: 8080,
  agent_protocol: 'mcp',
};
export const plannerId = 'd766accb-3fba-5884-9736-95a34cd7bfda';
export const route: JsonObject = {
  name: 'geo-route',
  service: 'geo-planner',
  protocols: ['https'],
};

export interface Answer {
  status: number;
  text: string;
  index: string | null;
  type: string | null;
}

/** A server with a port, called as a client of the contract calls it. */
export async function startRegistry(clock?: ManualClock, directory?: string) {
  const own = await startHarness({
    ...(clock === undefined ? {} : { clock }),
    ...(directory === undefined ? {} : { directory }),
  });
  const origin = await own.listen();
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: `Bearer ${adminToken}` },
  ): Promise<Answer> => {
    const response = await fetch(`${origin}/api/uap${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      text: await response.text(),
      index: response.headers.get('x-uapregistry-index'),
      type: response.headers.get('content-type'),
    };
  };
  const list = async (): Promise<Service[]> => JSON.parse((await call('GET', '/services')).text);
  const { serviceRegistry } = own.services;
  /** Advances time, and waits until what it does is stored. */
  const advance = async (seconds: number) => {
    clock?.advance(seconds * 1_000);
    await serviceRegistry.idle();
  };
  return { ...own, origin, call, list, advance, serviceRegistry };
}
export type Registry = Awaited<ReturnType<typeof startRegistry>>;
