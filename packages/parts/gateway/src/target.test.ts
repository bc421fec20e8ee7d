import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { JsonObject } from '@countersign/json/json-object';
import type { Service } from '@countersign/uap/model/service';
import { expect, it } from 'vitest';
import { targetOf } from './target.ts';

const policy: GatewayPolicy = {
  ...{ route: 'to-painter', callers: ['*'], approval: false, callsPerMinute: 30 },
  ...{ hosts: ['10.0.0.5:8443'], callerMayAnswer: false, version: 1 },
};
const painter = (descriptor: JsonObject): Service => ({
  ...{ id: 'one', name: 'painter', protocol: 'https', host: '10.0.0.5', port: 8443, path: '/' },
  ...{ ephemeral: false, health_status: 'healthy', created_at: 0, updated_at: 0, index: 1 },
  ...{ retries: 0, connect_timeout: 1_000, write_timeout: 1_000, read_timeout: 1_000 },
  ...{ agent_protocol: 'hai', agent_info: { agent_descriptor: descriptor }, agent_info_url: '' },
});

it('names the member of a description that cannot be used, and what is wrong with it as a statement', () => {
  const call = () => targetOf(painter({ name: 'Painter', feedback: { url: 12 } }), policy);
  expect(call).toThrow(RelayRefusal);
  expect(call).toThrow(
    expect.objectContaining({
      statement: {
        code: 'relay.description',
        params: {
          name: 'painter',
          path: '/feedback/url',
          fault: expect.objectContaining({ code: expect.stringMatching(/^shape\./) }),
        },
      },
    }),
  );
});
