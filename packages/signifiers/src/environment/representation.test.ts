import { describe, expect, it } from 'vitest';
import { parseJsonLd } from '../rdf/json-ld.ts';
import { parseTurtle } from '../rdf/turtle.ts';
import { signifierQuads } from '../rdf/write-signifier.ts';
import { artifact, paperSignifiers, publish } from '../testing/artifacts.ts';
import { readSignifiers } from '../testing/read-signifiers.ts';
import { negotiated, represented } from './representation.ts';

describe('the form of an answer', () => {
  it.each([
    [undefined, 'text/turtle'],
    ['*/*', 'text/turtle'],
    ['application/ld+json', 'application/ld+json'],
    ['application/json, text/turtle;q=0.9', 'application/json'],
    ['Text/*;q=0.2, application/json; q=0.5', 'application/json'],
    ['text/turtle;q=0, */*;q=0.1', 'application/ld+json'],
    ['text/html, application/xhtml+xml', null],
    ['application/json;q=2', null],
  ])('for %s is %s', (accept, type) => {
    expect(negotiated(accept)).toBe(type);
  });

  it('has the same signifiers in each, and no session, token or cookie in any', async () => {
    const [one] = publish(paperSignifiers());
    const published = one === undefined ? [] : [one];
    const quads = signifierQuads(published);
    const write = (type: Parameters<typeof represented>[0]) => represented(type, quads, published);
    const foreign = artifact('mcp', 'foreign');
    const turtle = readSignifiers(parseTurtle(write('text/turtle')), foreign);
    const linked = readSignifiers(
      await parseJsonLd(JSON.parse(write('application/ld+json'))),
      foreign,
    );
    expect(turtle.signifiers).toEqual(published);
    expect(linked.signifiers).toEqual(published);
    expect(JSON.parse(write('application/json'))).toEqual(published);
    for (const type of ['text/turtle', 'application/ld+json', 'application/json'] as const) {
      expect(write(type)).not.toMatch(/session|bearer|token|cookie/i);
    }
  });
});
