import { describe, expect, it } from 'vitest';
import { readRoute } from './read-route.ts';

const route = {
  name: 'geo-route',
  service: 'geo-planner',
  agent_protocol: 'mcp',
  protocols: ['http', 'https'],
  methods: ['POST', 'GET'],
  paths: ['/mcp/geo'],
  gateway_id: 'gw-1',
};
const pathsOf = (sent: unknown, strict = false) => {
  const read = readRoute(sent, { strict });
  return read.ok ? [] : [read.kind, ...read.faults.map(({ path }) => path)];
};

describe('a route', () => {
  it('gets the defaults of the contract', () => {
    const read = readRoute(route, { strict: true });
    expect(read.ok && read.value).toEqual({
      ...route,
      ...{ hosts: null, headers: null, snis: null, sources: null, destinations: null, tags: null },
      https_redirect_status_code: 426,
      regex_priority: 0,
      strip_path: true,
      preserve_host: false,
      request_buffering: true,
      response_buffering: true,
    });
  });

  it.each([
    ['/name', { name: '' }],
    ['/service', { service: null }],
    ['/protocols', { protocols: [] }],
    ['/protocols/0', { protocols: ['HTTP'] }],
    ['/agent_protocol', { agent_protocol: 'MCP' }],
    ['/https_redirect_status_code', { https_redirect_status_code: 303 }],
  ])('is refused for %s: %j', (path, change) => {
    expect(pathsOf({ ...route, ...change })).toEqual(['invalid', path]);
  });

  it('may be of TLS that is passed on', () => {
    expect(pathsOf({ ...route, protocols: ['tls_passthrough'] })).toEqual([]);
  });

  it('with another type cannot be parsed', () => {
    expect(pathsOf({ ...route, paths: '/a' })).toEqual(['unparsable', '/paths']);
  });

  it('has no unknown members, strictly; what a registry adds may be sent back', () => {
    expect(pathsOf({ ...route, id: 'x', index: 1, created_at: 1, updated_at: 1 }, true)).toEqual(
      [],
    );
    expect(pathsOf({ ...route, plugin: 1 }, true)).toEqual(['invalid', '/plugin']);
    expect(pathsOf({ ...route, plugin: 1 })).toEqual([]);
  });
});
