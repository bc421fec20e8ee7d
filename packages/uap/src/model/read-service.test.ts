import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { billingTools, geoPlanner } from '../testing/services.ts';
import { readService } from './read-service.ts';

const minimal = { name: 'a', protocol: 'HTTP', host: '10.0.0.1', port: 80 };
const card = (geoPlanner['agent_info'] as JsonObject)['a2a_agent_card'] as JsonObject;

const read = (sent: JsonObject, strict = false) => {
  const outcome = readService(sent, { strict });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return outcome.value;
};
const pathsOf = (sent: unknown, strict = false) => {
  const outcome = readService(sent, { strict });
  return outcome.ok ? [] : [outcome.kind, ...outcome.faults.map(({ path }) => path)];
};
const withCard = (changes: JsonObject) => ({
  ...geoPlanner,
  agent_info: { a2a_agent_card: { ...card, ...changes } },
});

describe('a registration', () => {
  it.each([false, true])('that is complete passes (strict: %s)', (strict) => {
    expect(read(geoPlanner, strict)).toMatchObject({
      name: 'geo-planner',
      ephemeral_check: { renewal_delete_timeout: '60s' },
      retries: 5,
      connect_timeout: 60_000,
      agent_info_url: '',
    });
    expect(
      read({ ...billingTools, agent_info_url: 'http://tools.acme.example/' }, strict),
    ).toMatchObject({
      persistent_check: { check_http_url: '/healthz' },
    });
  });

  it('with an unknown choice gets the list of those that exist, without an empty one', () => {
    const outcome = readService({ ...minimal, protocol: 'gopher', agent_protocol: 'fax' }, {});
    expect(outcome.ok ? [] : outcome.faults.map(({ message }) => message)).toEqual([
      'must be one of http, https, tcp, udp, tls, grpc or grpcs',
      'must be empty or one of a2a, acp, mcp, hai or ag-ui',
    ]);
  });

  it('gets the defaults of the contract', () => {
    expect(read(minimal)).toEqual({
      ephemeral: false,
      name: 'a',
      protocol: 'http',
      host: '10.0.0.1',
      port: 80,
      path: '',
      retries: 5,
      connect_timeout: 60_000,
      write_timeout: 60_000,
      read_timeout: 60_000,
      health_status: '',
      agent_protocol: '',
      agent_info: null,
      agent_info_url: '',
    });
  });

  it('is not shortened by zeros, and nulls count as absent', () => {
    const sent = {
      ...minimal,
      retries: 0,
      read_timeout: 0,
      tags: null,
      path: null,
      agent_info: null,
    };
    expect(read(sent)).toEqual(read(minimal));
  });

  it('is written in small letters where the case does not matter', () => {
    expect(read({ ...geoPlanner, protocol: 'HTTPS', agent_protocol: 'A2A' })).toMatchObject({
      protocol: 'https',
      agent_protocol: 'a2a',
    });
  });

  it('loses unknown members', () => {
    expect(read({ ...minimal, version: '2', id: 'x' })).toEqual(read(minimal));
  });

  it('with a value of another type cannot be parsed', () => {
    expect(pathsOf({ ...minimal, port: '80' })).toEqual(['unparsable', '/port']);
    expect(pathsOf({ ...minimal, port: 80.5 })).toEqual(['unparsable', '/port']);
    expect(pathsOf({ ...minimal, tags: [1] })).toEqual(['unparsable', '/tags/0']);
    expect(pathsOf([])).toEqual(['unparsable', '']);
    expect(pathsOf(null)).toEqual(['unparsable', '']);
  });

  it.each(['name', 'protocol', 'host', 'port'])('needs its %s', (name) => {
    expect(pathsOf({ ...minimal, [name]: null })).toEqual(['invalid', `/${name}`]);
  });

  it.each([
    ['/port', { port: 65_536 }],
    ['/port', { port: -1 }],
    ['/retries', { retries: 32_768 }],
    ['/protocol', { protocol: 'ftp' }],
    ['/host', { host: 'localhost' }],
    ['/host', { host: '0.0.0.0' }],
    ['/agent_protocol', { agent_protocol: 'soap' }],
    ['/name', { name: '   ' }],
    ['/name', { name: 'x'.repeat(256) }],
    ['/tags', { tags: Array.from({ length: 65 }, () => 'a') }],
    ['/agent_info_url', { agent_info_url: 'file:///etc/passwd' }],
  ])('is refused for %s: %j', (path, change) => {
    expect(pathsOf({ ...minimal, ...change })).toEqual(['invalid', path]);
  });
});

describe('the checks of a registration', () => {
  it('get 15, 30 and 60 seconds, and a probe 15, 5 and 60', () => {
    expect(read({ ...minimal, ephemeral: true, ephemeral_check: {} }).ephemeral_check).toEqual({
      check_type: 'TTL',
      renewal_interval: '15s',
      renewal_unhealthy_timeout: '30s',
      renewal_delete_timeout: '60s',
    });
    const probe = { check_type: 'https', check_http_url: '/up' };
    expect(read({ ...minimal, persistent_check: probe }).persistent_check).toEqual({
      check_type: 'HTTPS',
      check_http_url: '/up',
      check_http_method: 'GET',
      check_interval: '15s',
      check_timeout: '5s',
      check_unhealthy_timeout: '60s',
    });
  });

  it('are dropped if they are of the other kind', () => {
    const { ephemeral_check } = geoPlanner;
    const { persistent_check } = billingTools;
    const both = { ...minimal, ephemeral_check, persistent_check };
    expect(read(both)).not.toHaveProperty('ephemeral_check');
    expect(read({ ...both, ephemeral: true })).not.toHaveProperty('persistent_check');
  });

  it('must have lengths in order', () => {
    const check = { renewal_interval: '30s', renewal_unhealthy_timeout: '15s' };
    expect(pathsOf({ ...minimal, ephemeral: true, ephemeral_check: check })).toEqual([
      'invalid',
      '/ephemeral_check/renewal_unhealthy_timeout',
    ]);
  });

  it.each(['1h', '500ms', '1000s', '0s'])('have no duration %s', (duration) => {
    const check = { renewal_delete_timeout: duration };
    expect(pathsOf({ ...minimal, ephemeral: true, ephemeral_check: check })).toEqual([
      'invalid',
      '/ephemeral_check/renewal_delete_timeout',
    ]);
  });

  it.each([
    ['/persistent_check/check_type', { check_type: 'TCP' }],
    ['/persistent_check/check_http_method', { check_http_method: 'POST' }],
    ['/persistent_check/check_http_url', { check_http_url: '//elsewhere.example/' }],
    ['/persistent_check/check_http_url', { check_http_url: '' }],
  ])('are refused for %s: %j', (path, change) => {
    const probe = { check_type: 'HTTP', check_http_url: '/up', ...change };
    expect(pathsOf({ ...minimal, persistent_check: probe })).toEqual(['invalid', path]);
  });
});

describe('what a registration says about an agent', () => {
  const path = '/agent_info/a2a_agent_card';

  it('is under the name of its protocol', () => {
    expect(pathsOf({ ...geoPlanner, agent_info: {} })).toEqual(['invalid', '/agent_info']);
    expect(pathsOf({ ...geoPlanner, agent_info: { mcp_server_info: {} } })).toEqual([
      'invalid',
      '/agent_info',
    ]);
  });

  it.each(['defaultInputModes', 'defaultOutputModes', 'skills'])('needs the list %s', (name) => {
    expect(pathsOf(withCard({ [name]: null }))).toEqual(['invalid', `${path}/${name}`]);
  });

  it('needs tags of each skill', () => {
    const skills = [{ id: 'a', name: 'A', description: 'a' }];
    expect(pathsOf(withCard({ skills }))).toEqual(['invalid', `${path}/skills/0/tags`]);
  });

  it('may lack texts, but not strictly', () => {
    const sent = withCard({ name: null, url: '' });
    expect(pathsOf(sent)).toEqual([]);
    expect(pathsOf(sent, true)).toEqual(['invalid', `${path}/name`, `${path}/url`]);
  });

  it('is limited in size', () => {
    expect(pathsOf(withCard({ description: 'x'.repeat(600_000) }))).toEqual([
      'invalid',
      '/agent_info',
    ]);
  });

  it('is free for the other protocols', () => {
    const sent = {
      ...minimal,
      agent_protocol: 'acp',
      agent_info: { acp_agent_manifest: { a: 1 } },
    };
    expect(read(sent, true).agent_info).toEqual({ acp_agent_manifest: { a: 1 } });
  });

  it('may be of protocols that the public registry does not have, but not strictly', () => {
    const sent = {
      ...minimal,
      agent_protocol: 'hai',
      agent_info: { agent_descriptor: { id: 'a' } },
    };
    expect(read(sent).agent_protocol).toBe('hai');
    expect(pathsOf(sent, true)).toEqual(['invalid', '/agent_protocol']);
  });
});

describe('the descriptor of an agent of HAI', () => {
  it('has no headers: they are its secrets', () => {
    const agent_info = { agent_descriptor: { id: 'a', headers: { authorization: 'x' } } };
    expect(pathsOf({ ...minimal, agent_protocol: 'hai', agent_info })).toEqual([
      'invalid',
      '/agent_info/agent_descriptor/headers',
    ]);
  });
});

describe('strictly, a registration', () => {
  it('of an agent describes it, or says where', () => {
    const sent = { ...minimal, agent_protocol: 'mcp' };
    expect(pathsOf(sent)).toEqual([]);
    expect(pathsOf(sent, true)).toEqual(['invalid', '/agent_info']);
    expect(pathsOf({ ...sent, agent_info_url: 'http://10.0.0.1/' }, true)).toEqual([]);
  });

  it('has no other health and no other members of checks', () => {
    expect(pathsOf({ ...minimal, health_status: 'fine' })).toEqual([]);
    expect(pathsOf({ ...minimal, health_status: 'fine' }, true)).toEqual([
      'invalid',
      '/health_status',
    ]);
    const sent = { ...minimal, ephemeral: true, ephemeral_check: { ttl: 1 } };
    expect(pathsOf(sent)).toEqual([]);
    expect(pathsOf(sent, true)).toEqual(['invalid', '/ephemeral_check/ttl']);
  });
});
