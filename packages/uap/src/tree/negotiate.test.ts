import { describe, expect, it } from 'vitest';
import { type Callee, negotiate } from './negotiate.ts';

const callee: Callee = {
  agent_protocol: 'a2a',
  health_status: 'healthy',
  versions: ['0.3.0'],
  transports: ['JSONRPC', 'HTTP+JSON'],
};
const speaks = (name: string, versions: string[] = [], transports: string[] = []) => [
  { name, versions, transports },
];
const adapters = [
  { from: 'mcp', to: 'a2a', lossy: ['message id', 'accepted types'] },
  { from: 'acp', to: 'a2a', lossy: ['message id'] },
];

describe('a client and a service', () => {
  it('that speak the same talk directly, over a transport that both have', () => {
    expect(negotiate(speaks('a2a', ['0.3.0'], ['HTTP+JSON']), callee, adapters)).toEqual({
      mode: 'direct',
      protocol: 'a2a',
      transport: 'HTTP+JSON',
    });
    expect(negotiate(speaks('a2a'), callee, [])).toMatchObject({ transport: 'JSONRPC' });
  });

  it('of other protocols go through an adapter, the one that loses least', () => {
    const both = [...speaks('mcp'), ...speaks('acp')];
    expect(negotiate(both, callee, adapters)).toEqual({
      mode: 'relay',
      adapter: 'acp->a2a',
      lossy: ['message id'],
    });
  });

  it.each([
    ['another version', speaks('a2a', ['1.0'])],
    ['another transport', speaks('a2a', [], ['GRPC'])],
    ['a protocol without an adapter', speaks('ag-ui')],
  ])('with %s do not', (_, client) => {
    expect(negotiate(client, callee, adapters)).toEqual({
      mode: 'unsupported',
      reason: 'no-adapter',
    });
  });

  it('are not connected if the service is unhealthy, or no agent', () => {
    expect(negotiate(speaks('a2a'), { ...callee, health_status: 'unhealthy' }, adapters)).toEqual({
      mode: 'unsupported',
      reason: 'unhealthy',
    });
    expect(negotiate(speaks('a2a'), { ...callee, agent_protocol: '' }, adapters)).toEqual({
      mode: 'unsupported',
      reason: 'no-agent',
    });
  });
});
