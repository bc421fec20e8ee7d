import { describe, expect, it } from 'vitest';
import {
  descriptorOf,
  formOf,
  formOfPasted,
  fullUrl,
  headersOf,
  idFromName,
  otherOrigins,
} from './agent-form-data.ts';

const filled = {
  ...formOf(null),
  id: 'planner',
  name: 'Planner',
  url: 'https://agent.example/run',
};

describe('descriptorOf', () => {
  it('leaves out what was not given', () => {
    expect(descriptorOf(filled)).toEqual({
      ok: true,
      body: {
        id: 'planner',
        name: 'Planner',
        protocol: 'detect',
        url: 'https://agent.example/run',
        headersAlsoTo: [],
      },
    });
  });
  it('removes kept headers only on request', () => {
    expect(descriptorOf(filled)).not.toHaveProperty('body.headers');
    expect(descriptorOf({ ...filled, dropHeaders: true })).toHaveProperty('body.headers', {});
  });
  it('sends headers to other origins only when chosen in the form, for any pasted text', () => {
    const pasted = formOfPasted(
      JSON.stringify({
        ...filled,
        control: { url: 'http://127.0.0.1:4811/control' },
        feedback: { url: 'https://agent.example/feedback' },
        headersAlsoTo: ['http://127.0.0.1:4811'],
      }),
      formOf(null),
    );
    if (pasted === null) throw new Error('unreachable');
    expect(otherOrigins(pasted)).toEqual(['http://127.0.0.1:4811']);
    expect(descriptorOf(pasted)).toHaveProperty('body.headersAlsoTo', []);
    const reported = { ...pasted, headersAlsoTo: ['http://127.0.0.1:4811'] };
    expect(descriptorOf(reported)).toHaveProperty('body.headersAlsoTo', ['http://127.0.0.1:4811']);
  });
  it('puts control, feedback, headers and schema together', () => {
    const form = {
      ...filled,
      controlUrl: 'https://a.b/c',
      actions: ['stop'] as const,
      feedbackUrl: 'https://a.b/f',
      headers: 'Authorization: Bearer x y\n\nX-Team: ops',
      schema: '{"type":"object"}',
    };
    expect(descriptorOf(form)).toMatchObject({
      body: {
        control: { url: 'https://a.b/c', actions: ['stop'] },
        feedback: { url: 'https://a.b/f' },
        headers: { Authorization: 'Bearer x y', 'X-Team': 'ops' },
        inputSchema: { type: 'object' },
      },
    });
  });
  it.each([
    [{ id: '-x' }, 'id'],
    [{ name: ' ' }, 'name'],
    [{ url: 'ftp://a.b' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ controlUrl: 'nowhere' }, 'controlUrl'],
    [{ feedbackUrl: '//x' }, 'feedbackUrl'],
    [{ headers: 'no colon' }, 'headers'],
    [{ schema: '{' }, 'schema'],
    [{ tools: '[{}]' }, 'tools'],
  ])('refuses %j at %s', (part, field) => {
    const result = descriptorOf({ ...filled, ...part });
    expect(result.ok ? [] : Object.keys(result.errors)).toEqual([field]);
  });
});

describe('headersOf', () => {
  it('refuses what would split a header', () => {
    expect(headersOf('X: a\rb')?.['X']).toBeUndefined();
    expect(headersOf('Bad Name: x')).toBeNull();
  });
});

describe('fullUrl', () => {
  it.each([
    ['localhost:4811/x', 'http://localhost:4811/x'],
    ['127.0.0.1:8000/agent', 'http://127.0.0.1:8000/agent'],
    ['planner:4811/x', 'http://planner:4811/x'],
    ['printer.local/x', 'http://printer.local/x'],
    ['agents.example.com/run', 'https://agents.example.com/run'],
    [' http://a.b/c ', 'http://a.b/c'],
    ['nowhere', 'nowhere'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('reads %s as %s', (typed, url) => expect(fullUrl(typed)).toBe(url));

  it('is what is sent', () =>
    expect(descriptorOf({ ...filled, url: 'localhost:4811/x' })).toMatchObject({
      body: { url: 'http://localhost:4811/x' },
    }));
});

describe('idFromName', () => {
  it.each([
    ['Trip planner (beta)', 'trip-planner-beta'],
    ['Müller & Söhne', 'muller-sohne'],
    ['日本', ''],
    ['x'.repeat(300), 'x'.repeat(56)],
  ])('makes of %s %s', (name, id) => expect(idFromName(name, [])).toBe(id));

  it('is unlike those that are taken', () =>
    expect(idFromName('Planner', ['planner', 'planner-2'])).toBe('planner-3'));
});

describe('a pasted descriptor', () => {
  const printed = {
    id: 'slow-graph',
    name: 'Slow graph',
    protocol: 'ag-ui',
    url: 'http://localhost:4811/x',
    headers: { Authorization: 'Bearer x' },
    control: { url: 'http://localhost:2024', template: 'langgraph' },
    tools: [{ name: 'pickColour' }],
  };

  it('fills the form, and what has no field is kept', () => {
    const form = formOfPasted(JSON.stringify(printed, null, 2), formOf(null));
    expect(form).toMatchObject({ id: 'slow-graph', controlBy: 'langgraph', protocol: 'ag-ui' });
    expect(form?.tools).toContain('"pickColour"');
    expect(form && descriptorOf(form)).toEqual({
      ok: true,
      body: { ...printed, headersAlsoTo: [], control: { ...printed.control, actions: [] } },
    });
  });

  it.each(['words', '{"name":"no url"}', '[]', '{'])('is not seen in %s', (text) =>
    expect(formOfPasted(text, formOf(null))).toBeNull(),
  );
});

describe('a command in place of a URL', () => {
  const command = 'stdio:npx -y some-server';
  it('is several words, or written with its scheme', () => {
    expect(fullUrl(' npx -y some-server ')).toBe(command);
    expect(fullUrl(command)).toBe(command);
    expect(fullUrl('localhost:3000/a b')).not.toContain('stdio');
    expect(descriptorOf({ ...filled, url: 'npx -y some-server' })).toHaveProperty(
      'body.url',
      command,
    );
    expect(descriptorOf({ ...filled, url: 'npx "open' })).toHaveProperty('errors.url');
  });
  it('is read out of a pasted configuration of MCP clients, as is a URL', () => {
    const paste = (config: object) => formOfPasted(JSON.stringify(config), formOf(null));
    const entry = { command: 'npx', args: ['-y', 'a server'], env: { KEY: 'k', DEBUG: '1' } };
    expect(paste({ mcpServers: { files: entry } })).toMatchObject({
      name: 'files',
      protocol: 'mcp',
      url: 'stdio:npx -y "a server"',
      headers: 'KEY: k\nDEBUG: 1',
    });
    expect(paste(entry)).toMatchObject({ url: 'stdio:npx -y "a server"' });
    const url = 'https://mcp.example/mcp';
    expect(
      paste({ mcpServers: { far: { type: 'http', url, headers: { Authorization: 'Bearer x' } } } }),
    ).toMatchObject({ name: 'far', protocol: 'mcp', url, headers: 'Authorization: Bearer x' });
  });
});
