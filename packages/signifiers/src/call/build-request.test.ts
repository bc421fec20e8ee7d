import { describe, expect, it } from 'vitest';
import { mapA2a } from '../map/a2a.ts';
import { mapMcp } from '../map/mcp.ts';
import { mapUtcp } from '../map/utcp.ts';
import { mapWot } from '../map/wot.ts';
import type { Signifier } from '../model/signifier.ts';
import { artifact, paperServices } from '../testing/artifacts.ts';
import { listing5, listing6 } from '../testing/listings.ts';
import { buildRequest } from './build-request.ts';

const ids = { request: 7, message: 'm-1' };
const { mcp, a2a, utcp, wot } = paperServices();
const labelled = (label: string): Signifier => {
  const all = [mcp, a2a, utcp, wot].flatMap(({ signifiers }) => signifiers);
  const one = all.find((signifier) => signifier.label === label);
  if (one === undefined) throw new Error(label);
  return one;
};
const built = (signifier: Signifier | undefined, args?: unknown) => {
  if (signifier === undefined) throw new Error('There is a signifier');
  const result = buildRequest(signifier, args, ids);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.request;
};
const bodyOf = (signifier: Signifier | undefined, args?: unknown): unknown =>
  JSON.parse(built(signifier, args).body ?? 'null');

describe('a call of an MCP server', () => {
  it('has the constants of the signifier, and only the arguments that were given', () => {
    expect(
      bodyOf(labelled('goal_mcp_provide_feedback'), { achieved: true, feedback: undefined }),
    ).toEqual({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: {
        name: 'provide_feedback',
        arguments: { achieved: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
  });

  it('keeps constants of the arguments for the agent to give', () => {
    const inputSchema = { type: 'object', properties: { mode: { const: 'fast' } } };
    const [tool] = mapMcp(artifact('mcp', 'x'), {
      ...{ url: 'http://x.example/mcp', version: '2025-06-18' },
      tools: [{ name: 'run', inputSchema }],
    }).signifiers;
    expect(bodyOf(tool, {})).toMatchObject({ params: { name: 'run', arguments: {} } });
  });

  it('reads a resource without arguments, and a template with its URI in body and header', () => {
    expect(bodyOf(labelled('goal_mcp_CurrentGoal'))).toMatchObject({
      method: 'resources/read',
      params: { uri: 'goal://current' },
    });
    const [files] = mapMcp(artifact('mcp', 'x'), {
      ...{ url: 'http://x.example/mcp', version: '2026-07-28' },
      resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 'files' }],
    }).signifiers;
    const request = built(files, { uri: 'file:///é' });
    expect(JSON.parse(request.body ?? '')).toMatchObject({ params: { uri: 'file:///é' } });
    expect(request.headers.at(-1)).toEqual({
      name: 'Mcp-Name',
      value: '=?base64?ZmlsZTovLy/DqQ==?=',
    });
  });
});

describe('a message to an A2A agent', () => {
  it('has an id, which agents require', () => {
    expect(bodyOf(labelled('formalizer_Formalize goal'), { text: 'move by 10' })).toEqual({
      jsonrpc: '2.0',
      id: 7,
      method: 'message/send',
      params: {
        message: {
          kind: 'message',
          messageId: 'm-1',
          role: 'user',
          parts: [{ kind: 'text', text: 'move by 10' }],
        },
      },
    });
  });

  it('of 1.0 has its parts without kinds', () => {
    const { url: _, ...card } = listing5;
    const interfaces = [
      { url: 'http://x.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ];
    const [skill] = mapA2a(
      artifact('a2a', 'x'),
      { ...card, supportedInterfaces: interfaces },
      'http://x.example/',
    ).signifiers;
    expect(bodyOf(skill, { text: 'a', data: { b: 1 } })).toMatchObject({
      method: 'SendMessage',
      params: { message: { role: 'ROLE_USER', parts: [{ text: 'a' }, { data: { b: 1 } }] } },
    });
    const empty = skill === undefined ? null : buildRequest(skill, {}, ids);
    expect(empty).toMatchObject({ ok: false, faults: [{ message: 'must have a text or data' }] });
  });
});

describe('a request of a UTCP tool or a thing', () => {
  it('is a plain text where the form says so', () => {
    const request = {
      method: 'POST',
      url: 'http://localhost:8086/operation',
      headers: [{ name: 'Content-Type', value: 'text/plain' }],
      body: 'move(10)',
    };
    expect(built(labelled('cherrybot_utcp_operation'), 'move(10)')).toEqual(request);
    expect(built(labelled('cherrybot_proxy_operation'), 'move(10)')).toEqual(request);
  });

  it('has no body where the description has none', () => {
    expect(built(labelled('cherrybot_utcp_initialize'))).toMatchObject({ body: null, headers: [] });
  });

  const template = { ...listing6.tool_call_template, content_type: 'application/json' };
  const tool = (url: string, more: object = {}) =>
    mapUtcp(artifact('utcp', 'x'), {
      tools: [
        {
          ...listing6,
          inputs: {
            type: 'object',
            properties: { id: {}, trace: {}, tags: {}, body: { type: 'object' } },
          },
          tool_call_template: { ...template, url, header_fields: ['trace'], ...more },
        },
      ],
    }).signifiers[0];

  it('has each argument in its place, written so that it cannot leave it', () => {
    expect(
      built(tool('http://x.example/{id}/run?v=1#f'), {
        ...{ id: 'a/../b?c', trace: 'on', tags: ['x&y', 2], body: { deep: null } },
      }),
    ).toEqual({
      method: 'POST',
      url: 'http://x.example/a%2F..%2Fb%3Fc/run?v=1&tags=x%26y&tags=2#f',
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'trace', value: 'on' },
      ],
      body: '{"deep":null}',
    });
  });

  it('sends no body with a GET, and nothing for what was left out', () => {
    expect(built(tool('http://x.example/{id}', { http_method: 'GET' }), { id: 1 })).toEqual({
      method: 'GET',
      url: 'http://x.example/1',
      headers: [],
      body: null,
    });
  });

  it.each([
    [{}, '/id', 'is a part of the address and is missing'],
    [{ id: '..' }, '/id', 'would lead to another address'],
    [{ id: 1, trace: 'a\r\nHost: evil' }, '/trace', 'cannot be sent in a header'],
    [
      { id: 1, tags: { a: 1 } },
      '/tags',
      'must be a text, a number, true or false to be sent in the query',
    ],
  ])('is not made of %j', (args, path, message) => {
    const one = tool('http://x.example/{id}');
    expect(one === undefined ? null : buildRequest(one, args, ids)).toMatchObject({
      ok: false,
      faults: [{ path, message }],
    });
  });

  it('does not let an argument be a secret', () => {
    const [one] = mapUtcp(artifact('utcp', 'x'), {
      tools: [
        {
          ...listing6,
          inputs: { type: 'object', properties: { Authorization: {} } },
          tool_call_template: { ...template, header_fields: ['Authorization'] },
        },
      ],
    }).signifiers;
    const result = one === undefined ? null : buildRequest(one, { Authorization: 'x' }, ids);
    expect(result).toMatchObject({
      faults: [{ message: expect.stringContaining('kept by the server') }],
    });
  });

  const formOf = (href: string) =>
    mapWot(
      artifact('wot', 'lamp'),
      { base: 'https://lamp.example/', actions: { go: { forms: [{ href }] } } },
      'https://lamp.example/td',
    ).signifiers[0];

  it.each([
    ['go/{x}', 'a b/c', 'go/a%20b%2Fc'],
    ['go/{+x}', 'a b/c?d', 'go/a%20b/c%3Fd'],
    ['go{/x}', 'a/b', 'go/a%2Fb'],
    ['go{.x}', 'json', 'go.json'],
    ['go{;x}', '1', 'go;x=1'],
    ['go{#x}', 'part', 'go#part'],
    ['go{/x,y}', 'a', 'go/a/2'],
    ['go{;x,y}', 'a', 'go;x=a;y=2'],
  ])('fills %s with %s', (href, x, path) => {
    const args = href.includes(',') ? { x, y: 2 } : { x };
    expect(built(formOf(href), args)).toMatchObject({ url: `https://lamp.example/${path}` });
  });

  it.each(['../secret', 'a//b', '/a', 'a/..'])('is not led elsewhere by %s', (x) => {
    const form = formOf('go/{+x}');
    expect(form === undefined ? null : buildRequest(form, { x }, ids)).toMatchObject({
      faults: [{ path: '/x', message: 'would lead to another address' }],
    });
  });

  it('fills the variables of a thing', () => {
    const [fade] = mapWot(
      artifact('wot', 'lamp'),
      {
        base: 'https://lamp.example/',
        actions: {
          fade: { input: { type: 'integer' }, forms: [{ href: 'fade{?seconds,easing}' }] },
        },
      },
      'https://lamp.example/td',
    ).signifiers;
    expect(built(fade, { seconds: 3, body: 40 })).toMatchObject({
      url: 'https://lamp.example/fade?seconds=3',
      body: '40',
    });
  });
});
