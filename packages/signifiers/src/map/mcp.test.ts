import { describe, expect, it } from 'vitest';
import { writeTurtle } from '../rdf/turtle.ts';
import { signifierQuads } from '../rdf/write-signifier.ts';
import { artifact, paperServices, publish } from '../testing/artifacts.ts';
import { listing4 } from '../testing/listings.ts';
import { headerText } from './header-text.ts';
import { mapMcp } from './mcp.ts';

const mcp = (lists: Partial<Parameters<typeof mapMcp>[1]>) =>
  mapMcp(artifact('mcp', 'goal_mcp'), {
    url: 'http://x.example/mcp',
    version: '2026-07-28',
    ...lists,
  });

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

  it('skips a tool with a description longer than any that is read', () => {
    const { signifiers, skipped } = mcp({
      tools: [
        { name: 'kept', description: 'x'.repeat(10_000), inputSchema: { type: 'object' } },
        { name: 'long', description: 'x'.repeat(10_001), inputSchema: { type: 'object' } },
      ],
    });
    expect(signifiers.map(({ nativeName }) => nativeName)).toEqual(['tool:kept']);
    expect(skipped).toEqual([
      { name: 'long', reason: 'is described by 10001 characters, more than 10000' },
    ]);
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

  it('skips a schema nested without end, and repairs texts that UTF-8 cannot encode', () => {
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
