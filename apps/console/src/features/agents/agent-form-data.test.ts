import { describe, expect, it } from 'vitest';
import { descriptorOf, formOf, headersOf } from './agent-form-data.ts';

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
      body: { id: 'planner', name: 'Planner', protocol: 'hai', url: 'https://agent.example/run' },
    });
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
