import { describe, expect, it } from 'vitest';
import { writeTurtle } from '../rdf/turtle.ts';
import { signifierQuads } from '../rdf/write-signifier.ts';
import { artifact, publish } from '../testing/artifacts.ts';
import { listing6 } from '../testing/listings.ts';
import { mapUtcp } from './utcp.ts';

const utcp = (...tools: object[]) => mapUtcp(artifact('utcp', 'bot'), { tools });

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
