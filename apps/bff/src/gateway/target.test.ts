import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Service } from '@countersign/uap/model/service';
import { expect, it } from 'vitest';
import { targetOf } from './target.ts';

const service = {
  ...{ id: 'one', name: 'painter', protocol: 'https', host: '10.0.0.5', port: 8443, path: '/' },
  ...{ agent_protocol: 'hai', created_at: 0, updated_at: 0, index: 1, tags: [] },
} as unknown as Service;
const policy = { hosts: ['10.0.0.5:8443'] } as unknown as GatewayPolicy;

const refusalOf = (agentDescriptor: unknown): RelayRefusal => {
  try {
    targetOf({ ...service, agent_info: { agent_descriptor: agentDescriptor } } as Service, policy);
  } catch (error) {
    if (error instanceof RelayRefusal) return error;
    throw error;
  }
  throw new Error('It was accepted.');
};

it('names the member of a description that cannot be used, and what is wrong with it as a statement', () => {
  expect(refusalOf({ name: 'Painter', feedback: { url: 12 } }).statement).toEqual({
    code: 'relay.description',
    params: {
      name: 'painter',
      path: '/feedback/url',
      fault: expect.objectContaining({ code: expect.stringMatching(/^shape\./) }),
    },
  });
});
