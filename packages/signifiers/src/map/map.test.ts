import { describe, expect, it } from 'vitest';
import { driftOf } from '../model/drift.ts';
import { toolNames } from '../model/tool-names.ts';
import { writeTurtle } from '../rdf/turtle.ts';
import { signifierQuads } from '../rdf/write-signifier.ts';
import { artifact, paperServices, publish } from '../testing/artifacts.ts';
import { cherrybotThing, listing4, listing5, listing6 } from '../testing/listings.ts';
import { mapA2a } from './a2a.ts';
import { headerText } from './header-text.ts';
import { mapMcp } from './mcp.ts';
import { mapUtcp } from './utcp.ts';
import { mapWot } from './wot.ts';

const mcp = (lists: Partial<Parameters<typeof mapMcp>[1]>) =>
  mapMcp(artifact('mcp', 'goal_mcp'), {
    url: 'http://x.example/mcp',
    version: '2026-07-28',
    ...lists,
  });
const utcp = (...tools: object[]) => mapUtcp(artifact('utcp', 'bot'), { tools });
const wot = (thing: object) =>
  mapWot(artifact('wot', 'bot'), { ...thing }, 'http://bot.example/things/td.json');
const a2a = (card: object) =>
  mapA2a(
    artifact('a2a', 'formalizer'),
    { ...card },
    'http://x.example/.well-known/agent-card.json',
  );

describe('an MCP server', () => {
  it('without sessions gives complete requests', () => {
    const [tool] = mcp({ tools: [listing4] }).signifiers;
    expect(tool?.form.headers).toEqual([
      { name: 'Accept', value: 'application/json, text/event-stream' },
      { name: 'MCP-Protocol-Version', value: '2026-07-28' },
      { name: 'Mcp-Method', value: 'tools/call' },
      { name: 'Mcp-Name', value: 'provide_feedback' },
    ]);
    expect(tool?.body).toMatchObject({
      properties: {
        params: {
          properties: {
            name: { const: 'provide_feedback' },
            arguments: listing4.inputSchema,
            _meta: {
              properties: {
                'io.modelcontextprotocol/protocolVersion': { const: '2026-07-28' },
                'io.modelcontextprotocol/clientCapabilities': { const: {} },
              },
            },
          },
        },
      },
    });
  });

  it('keeps no secret of its address in any of its signifiers', () => {
    const { signifiers } = mcp({
      url: 'http://x.example/mcp?apiKey=sesame',
      tools: [listing4],
      resources: [{ uri: 'a://b' }],
    });
    for (const { form, secrets } of signifiers) {
      expect(form.target).toBe('http://x.example/mcp');
      expect(secrets).toEqual([{ scheme: 'apiKey', place: 'query', name: 'apiKey' }]);
    }
    expect(writeTurtle(signifierQuads(publish(signifiers)))).not.toContain('sesame');
  });

  it('with sessions gives the version that was agreed on, and no session', () => {
    const { mcp: older } = paperServices('2025-06-18');
    for (const { form } of older.signifiers) {
      expect(form.headers).toEqual([
        { name: 'Accept', value: 'application/json, text/event-stream' },
        { name: 'MCP-Protocol-Version', value: '2025-06-18' },
      ]);
    }
    expect(writeTurtle(signifierQuads(publish(older.signifiers)))).not.toMatch(/session/i);
  });

  it('is not skipped for one tool without a description, nor for one that is no tool', () => {
    const { signifiers, skipped } = mcp({
      tools: [
        { name: 'readTheDoor_state' },
        7,
        { description: 'no name' },
        { name: 'b', inputSchema: 'x' },
      ],
      resources: [{ uri: 'a://b', name: 'plan' }],
    });
    expect(signifiers.map(({ context }) => context)).toEqual(['read The Door state', 'plan']);
    expect(skipped).toEqual([
      { name: '#1', reason: 'is not an object' },
      { name: '#2', reason: 'has no name' },
      { name: 'b', reason: 'its inputSchema is not an object' },
    ]);
  });

  it('has signifiers of templates, whose URI is an argument', () => {
    const [one] = mcp({
      resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 'files' }],
    }).signifiers;
    expect(one?.input).toMatchObject({ required: ['uri'] });
    expect(one?.form.headers.map(({ name }) => name)).not.toContain('Mcp-Name');
  });

  it('does not lower a risk by what it says of itself without saying who said so', () => {
    const [hinted, plain] = mcp({
      tools: [{ name: 'a', annotations: { readOnlyHint: true } }, { name: 'b' }],
    }).signifiers;
    expect(hinted?.safety).toMatchObject({ readOnly: true, source: 'description' });
    expect(plain?.safety).toEqual({
      readOnly: false,
      destructive: true,
      idempotent: false,
      source: 'default',
    });
  });

  it('keeps a schema with a circle of references, an enum of one and a union as they are', () => {
    const inputSchema = {
      type: 'object',
      properties: {
        node: { $ref: '#' },
        mode: { enum: ['only'] },
        size: { type: ['integer', 'null'] },
      },
    };
    expect(mcp({ tools: [{ name: 'a', inputSchema }] }).signifiers[0]?.input).toEqual(inputSchema);
  });

  it('skips a schema nested without end, and mends texts that UTF-8 cannot carry', () => {
    let deep: object = {};
    for (let level = 0; level < 1_000; level += 1) deep = { not: deep };
    const { signifiers, skipped } = mcp({
      tools: [
        { name: 'deep', inputSchema: deep },
        { name: 'half', description: 'a\ud800b' },
      ],
    });
    expect(skipped).toEqual([{ name: 'deep', reason: 'is nested deeper than 200 levels' }]);
    expect(signifiers[0]?.context).toBe('a\ufffdb');
  });

  it.each([
    ['plain name', 'plain name'],
    [' led', '=?base64?IGxlZA==?='],
    ['移动', '=?base64?56e75Yqo?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['', '=?base64??='],
  ])('writes the name %j into a header as %j', (name, value) => {
    expect(headerText(name)).toBe(value);
  });
});

describe('an A2A agent', () => {
  it('of 0.3 has one signifier for a skill, whatever its modes, with a message that it accepts', () => {
    const { signifiers } = a2a({
      ...listing5,
      defaultInputModes: ['text', 'text/plain', 'application/json'],
    });
    expect(signifiers).toHaveLength(1);
    const [skill] = signifiers;
    expect(skill?.input).toMatchObject({ properties: { text: { type: 'string' }, data: {} } });
    expect(skill?.body).toMatchObject({
      properties: {
        method: { const: 'message/send' },
        params: {
          properties: { message: { required: ['kind', 'messageId', 'role', 'parts'] } },
          required: ['message'],
        },
      },
    });
    expect(skill?.form.headers).toEqual([]);
  });

  it('of 1.0 is called at its own interface in its own version', () => {
    const { url: _, ...card } = listing5;
    const [skill] = a2a({
      ...card,
      supportedInterfaces: [
        { url: 'http://x.example/grpc', protocolBinding: 'GRPC', protocolVersion: '1.0' },
        { url: '/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    }).signifiers;
    expect(skill?.form).toMatchObject({
      target: 'http://x.example/a2a',
      headers: [{ name: 'A2A-Version', value: '1.0' }],
    });
    expect(skill?.body).toMatchObject({
      properties: {
        method: { const: 'SendMessage' },
        params: { properties: { message: { properties: { role: { const: 'ROLE_USER' } } } } },
      },
    });
  });

  it('says which skills it cannot be asked for', () => {
    expect(a2a({ ...listing5, defaultInputModes: ['image/png'] }).skipped).toEqual([
      { name: 'Formalize goal', reason: 'it accepts neither text nor JSON, only image/png' },
    ]);
    const { url: _, ...nowhere } = listing5;
    expect(a2a(nowhere).skipped).toMatchObject([{ reason: 'the agent has no JSON-RPC interface' }]);
  });

  it('keeps no secret of its address, and names a need once', () => {
    const [skill] = a2a({
      ...listing5,
      url: 'http://x.example/a2a?key=sesame',
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
      security: [{ key: [] }],
    }).signifiers;
    expect(skill?.form.target).toBe('http://x.example/a2a');
    expect(skill?.secrets).toEqual([{ scheme: 'apiKey', place: 'query', name: 'key' }]);
  });

  it('needs what its card says, by scheme and place', () => {
    const [skill] = a2a({
      ...listing5,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        all: { type: 'oauth2' },
      },
      security: [{ key: [], all: [] }],
    }).signifiers;
    expect(skill?.secrets).toEqual([
      { scheme: 'apiKey', place: 'header', name: 'X-Key' },
      { scheme: 'oauth2', place: 'header', name: 'Authorization' },
    ]);
  });
});

describe('a UTCP manual', () => {
  const template = listing6.tool_call_template;
  const inputs = {
    type: 'object',
    properties: { id: {}, trace: {}, limit: {}, command: { type: 'string' } },
  };

  it('has its inputs in path, headers, query and body', () => {
    const [tool] = utcp({
      ...listing6,
      inputs,
      tool_call_template: {
        ...template,
        url: 'http://bot.example/{id}/run',
        body_field: 'command',
        header_fields: ['trace'],
      },
    }).signifiers;
    expect(tool?.binding).toEqual({
      kind: 'http',
      places: { id: 'path', trace: 'header', limit: 'query', command: 'body' },
    });
    expect(tool?.body).toEqual({ type: 'string' });
    expect(tool?.input).toEqual(inputs);
  });

  it('has no body in a GET, and gets GET where it names no method', () => {
    const { http_method: _, ...without } = template;
    const [tool] = utcp({ ...listing6, inputs, tool_call_template: without }).signifiers;
    expect(tool?.form).toMatchObject({ method: 'GET', contentType: null });
    expect(tool?.body).toBeNull();
    expect(tool?.safety).toMatchObject({ readOnly: true, source: 'method' });
  });

  it('keeps none of the secrets that it contains', () => {
    const secret = 'sk-very-secret';
    const { signifiers } = utcp({
      ...listing6,
      tool_call_template: {
        ...template,
        auth: { auth_type: 'api_key', api_key: secret, var_name: 'X-Key', location: 'query' },
        headers: {
          Authorization: `Bearer ${secret}`,
          'X-Session-Id': secret,
          'X-Region': 'eu',
          Accept: 'text/csv',
        },
      },
    });
    expect(JSON.stringify(signifiers)).not.toContain(secret);
    expect(writeTurtle(signifierQuads(publish(signifiers)))).not.toContain(secret);
    expect(signifiers[0]?.form.headers).toEqual([{ name: 'Accept', value: 'text/csv' }]);
    expect(signifiers[0]?.secrets).toEqual([
      { scheme: 'apiKey', place: 'query', name: 'X-Key' },
      { scheme: 'apiKey', place: 'header', name: 'Authorization' },
      { scheme: 'apiKey', place: 'header', name: 'X-Session-Id' },
      { scheme: 'unknown', place: 'header', name: 'X-Region' },
    ]);
  });

  it.each([
    'Ocp-Apim-Subscription-Key',
    'X-Auth-Key',
    'X-Auth',
    'x-functions-key',
    'X-Access-Key',
    'X-Anything-At-All',
  ])('keeps no value of the header %s, only the need', (name) => {
    const { signifiers } = utcp({
      ...listing6,
      tool_call_template: { ...template, headers: { [name]: 'sesame', 'API-Version': '2' } },
    });
    expect(JSON.stringify(signifiers)).not.toContain('sesame');
    expect(signifiers[0]?.form.headers).toEqual([{ name: 'API-Version', value: '2' }]);
    expect(signifiers[0]?.secrets).toMatchObject([{ place: 'header', name }]);
  });

  it.each([
    ['http://x.example/w?appid=sesame&v=1', 'http://x.example/w?v=1', 'appid'],
    [
      'http://x.example/w?v=1&subscription-key=sesame#f',
      'http://x.example/w?v=1#f',
      'subscription-key',
    ],
    ['http://x.example/w?access_token=sesame', 'http://x.example/w', 'access_token'],
    ['http://x.example/w?key=sesame{&lat}', 'http://x.example/w{?lat}', 'key'],
    ['http://x.example/w?%61piKey=sesame{x}', 'http://x.example/w', 'apiKey'],
    ['http://x.example/w?t=sesame0123456789abcdefgh', 'http://x.example/w', 't'],
  ])('keeps no secret of the query of %s, only the need', (url, target, name) => {
    const { signifiers } = utcp({ ...listing6, tool_call_template: { ...template, url } });
    expect(signifiers[0]?.form.target).toBe(target);
    expect(signifiers[0]?.secrets).toEqual([{ scheme: 'apiKey', place: 'query', name }]);
    expect(writeTurtle(signifierQuads(publish(signifiers)))).not.toContain('sesame');
  });

  it('keeps in its address what is public or a variable', () => {
    const url = 'http://x.example/w?v=1&author=kim&max_tokens=9&appid={appid}';
    const [tool] = utcp({ ...listing6, tool_call_template: { ...template, url } }).signifiers;
    expect(tool?.form.target).toBe(url);
  });

  it.each([
    [{ call_template_type: 'cli' }, 'its transport is cli, not http'],
    [{ ...template, http_method: 'BREW' }, 'BREW is not a method of HTTP'],
    [{ ...template, url: 'file:///etc/passwd' }, 'file:///etc/passwd is not an http or https URL'],
    [{ ...template, url: 'http://me:pw@x.example/' }, 'its address contains credentials'],
    [
      { ...template, url: 'http://x.example{+path}' },
      'its address has a variable that could lead to another host',
    ],
  ])('says why a tool is skipped: %j', (given, reason) => {
    const { skipped } = utcp({ ...listing6, tool_call_template: given });
    expect(skipped).toEqual([{ name: 'operation', reason }]);
  });
});

describe('a thing', () => {
  const lamp = {
    title: 'lamp',
    security: ['key'],
    securityDefinitions: { key: { scheme: 'apikey', in: 'header', name: 'X-Lamp' } },
    base: 'https://lamp.example/v1/',
    properties: {
      level: {
        type: 'integer',
        maximum: 100,
        description: 'The brightness',
        forms: [{ href: 'coap://lamp/level' }, { href: 'level' }],
      },
      uptime: {
        readOnly: true,
        title: 'Time since it was switched on',
        forms: [{ href: 'uptime' }],
      },
    },
    actions: {
      fade: {
        input: { type: 'object', properties: { to: { type: 'integer' } } },
        uriVariables: { seconds: { type: 'number' } },
        forms: [{ href: '/fade{?seconds}', op: 'invokeaction' }],
      },
      look: { safe: true, forms: [{ href: 'look' }] },
    },
    events: {
      burnt: { description: 'The bulb is broken', forms: [{ href: 'burnt', subprotocol: 'sse' }] },
    },
  };

  it('has one signifier for each operation, by the first form over HTTP', () => {
    const { signifiers } = wot(lamp);
    expect(
      signifiers.map(({ label, context, form }) => [label, context, form.method, form.target]),
    ).toEqual([
      ['bot_level_read', 'Reads: The brightness', 'GET', 'https://lamp.example/v1/level'],
      ['bot_level_write', 'Sets: The brightness', 'PUT', 'https://lamp.example/v1/level'],
      ['bot_uptime', 'Time since it was switched on', 'GET', 'https://lamp.example/v1/uptime'],
      ['bot_fade', 'fade', 'POST', 'https://lamp.example/fade{?seconds}'],
      ['bot_look', 'look', 'POST', 'https://lamp.example/v1/look'],
      ['bot_burnt', 'The bulb is broken', 'GET', 'https://lamp.example/v1/burnt'],
    ]);
    expect(signifiers.map(({ isStream }) => isStream)).toEqual([...Array(5).fill(false), true]);
  });

  it('gives a writable property its schema as the body, and reading none', () => {
    const [read, write] = wot(lamp).signifiers;
    expect(read?.body).toBeNull();
    expect(write?.body).toEqual({ type: 'integer', maximum: 100, description: 'The brightness' });
    expect(write?.safety).toMatchObject({ readOnly: false, destructive: true });
  });

  it('takes variables of the address as arguments', () => {
    const fade = wot(lamp).signifiers.find(({ label }) => label === 'bot_fade');
    expect(fade?.binding).toEqual({ kind: 'http', places: { seconds: 'query', body: 'body' } });
    expect(fade?.input).toMatchObject({
      properties: { seconds: { type: 'number' }, body: { type: 'object' } },
      required: ['body'],
    });
  });

  it('needs what its security asks for, and an action is taken for one that moves something', () => {
    const [read, , , fade, look] = wot(lamp).signifiers;
    expect(read?.secrets).toEqual([{ scheme: 'apiKey', place: 'header', name: 'X-Lamp' }]);
    expect(fade?.safety).toMatchObject({ destructive: true, source: 'default' });
    expect(look?.safety).toMatchObject({ readOnly: true, source: 'description' });
  });

  it('takes no action for one that only reads because of its method', () => {
    const forms = [{ href: '/relay?turn=on', 'htv:methodName': 'GET' }];
    const [on] = wot({
      ...lamp,
      properties: {},
      events: {},
      actions: { on: { forms } },
    }).signifiers;
    expect(on?.form).toMatchObject({ method: 'GET', operation: 'invokeaction' });
    expect(on?.safety).toEqual({
      ...{ readOnly: false, destructive: true, idempotent: false, source: 'default' },
    });
  });

  it('keeps no secret of its address', () => {
    const { signifiers } = wot({
      actions: { a: { forms: [{ href: 'http://x.example/a?token=sesame' }] } },
    });
    expect(signifiers).toMatchObject([
      { form: { target: 'http://x.example/a' }, secrets: [{ place: 'query', name: 'token' }] },
    ]);
  });

  it('is skipped where nothing is reached over HTTP', () => {
    expect(wot({ actions: { a: { forms: [{ href: 'mqtt://x/y' }] }, b: {} } }).skipped).toEqual([
      { name: 'a', reason: 'has no form over HTTP' },
      { name: 'b', reason: 'has no form over HTTP' },
    ]);
  });

  it('is mapped at the address of its description if it has no base', () => {
    const { base: _, ...thing } = cherrybotThing;
    expect(wot(thing).signifiers[0]?.form.target).toBe('http://bot.example/things/operation');
  });
});

describe('what stays the same', () => {
  it('is the id, from one synchronisation to the next, whatever else changes', () => {
    const [before] = mcp({ tools: [listing4] }).signifiers;
    const [after] = mcp({
      tools: [{ ...listing4, description: 'Deletes everything.' }],
    }).signifiers;
    expect(after?.id).toBe(before?.id);
    const other = mapMcp(artifact('mcp', 'other'), {
      url: 'http://x.example/mcp',
      version: '2026-07-28',
      tools: [listing4],
    });
    expect(other.signifiers[0]?.id).not.toBe(before?.id);
  });

  it('is told from what drifted', () => {
    const before = mcp({ tools: [listing4, { name: 'gone' }, { name: 'kept' }] }).signifiers;
    const after = mcp({
      tools: [
        { ...listing4, description: 'Deletes everything.' },
        { name: 'kept' },
        { name: 'new' },
      ],
    }).signifiers;
    const drift = driftOf(before, after);
    expect(drift.added.map(({ label }) => label)).toEqual(['goal_mcp_new']);
    expect(drift.removed.map(({ label }) => label)).toEqual(['goal_mcp_gone']);
    expect(drift.changed.map(({ after: { label }, parts }) => [label, parts])).toEqual([
      ['goal_mcp_provide_feedback', ['context']],
    ]);
  });

  it('also drifts if only an annotation changed that no record has', () => {
    const tool = { name: 'a', inputSchema: { type: 'object' } };
    const { changed } = driftOf(
      mcp({ tools: [tool] }).signifiers,
      mcp({ tools: [{ ...tool, outputSchema: { type: 'string' } }] }).signifiers,
    );
    expect(changed).toMatchObject([{ parts: [] }]);
  });

  it('lists a tool once that a server lists twice', () => {
    const { signifiers, skipped } = mcp({ tools: [listing4, listing4] });
    expect(signifiers).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: 'tool:provide_feedback is listed twice' }]);
  });
});

describe('names of tools', () => {
  it('are those that every client accepts, and never overwrite each other', () => {
    const one = (id: string, label: string) => ({ id, label });
    const names = toolNames([
      one('11111111-1', 'formalizer_Formalize goal'),
      one('22222222-2', 'a b'),
      one('33333333-3', 'A_b'),
      one('44444444-4', '移动'),
      one('55555555-5', `é${'x'.repeat(300)}`),
    ]);
    expect([...names.values()]).toEqual([
      'formalizer_Formalize_goal',
      'a_b_22222222',
      'A_b_33333333',
      'tool_44444444',
      `e${'x'.repeat(118)}`,
    ]);
    expect(new Set(names.values()).size).toBe(5);
  });
});
