import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, Signifier } from '../model/signifier.ts';
import { artifact, paperServices, publish } from '../testing/artifacts.ts';
import { readSignifiers } from '../testing/read-signifiers.ts';
import { GraphReader, GraphWriter } from './graph.ts';
import { parseJsonLd, writeJsonLd } from './json-ld.ts';
import { projectedSchema, readSchema } from './read-schema.ts';
import { parseTurtle, writeTurtle } from './turtle.ts';
import { writeSchema } from './write-schema.ts';
import { signifierQuads } from './write-signifier.ts';

const foreign = artifact('mcp', 'foreign');
const signifiersIn = (quads: Parameters<typeof readSignifiers>[0]) => {
  const read = readSignifiers(quads, foreign);
  expect(read.skipped).toEqual([]);
  return read.signifiers.map(({ signifier }) => signifier);
};

const throughTurtle = (signifiers: readonly Signifier[]) =>
  signifiersIn(parseTurtle(writeTurtle(signifierQuads(publish(signifiers)))));
const throughJsonLd = async (signifiers: readonly Signifier[]) => {
  const text = JSON.stringify(writeJsonLd(signifierQuads(publish(signifiers))));
  return signifiersIn(await parseJsonLd(JSON.parse(text)));
};

const services = Object.values(paperServices()).flatMap(({ signifiers }) => signifiers);
const [sample] = services;
if (sample === undefined) throw new Error('There is a signifier');

/** Texts that formats trip over: quotes, escapes, controls, other scripts, keywords of JSON-LD, what looks like another type. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replace(/[\ud800-\udfff]/g, 'x')),
  fc.constantFrom(
    '"""',
    '\\u0041\\',
    '\u0000\u001f\u007f\u2028\ufeff',
    '<http://a b>',
    '@id',
    '_:b0',
    'true',
    '1e5',
    '移动机器人 🤖',
    '__proto__',
    'constructor',
    "'''@en^^xsd:int",
  ),
);
const scalar = fc.oneof(
  hostile,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const anyJson = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' });

const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'xsmall', maxDepth: 3, withCrossShrink: true },
    fc.boolean(),
    fc
      .record(
        {
          type: fc.oneof(
            fc.constantFrom('object', 'string', 'null', 'integer', 'unknown'),
            fc.uniqueArray(fc.constantFrom('string', 'number', 'null', 'boolean', 'array')),
          ),
          title: hostile,
          description: hostile,
          enum: fc.array(fc.oneof(scalar, anyJson), { maxLength: 3 }),
          const: fc.oneof(scalar, anyJson),
          default: anyJson,
          required: fc.array(hostile, { maxLength: 3 }),
          minimum: fc.double({ noNaN: true, noDefaultInfinity: true }),
          maxLength: fc.nat(),
          format: hostile,
          properties: fc.dictionary(hostile, tie('schema'), { maxKeys: 3 }),
          items: tie('schema'),
          additionalProperties: tie('schema'),
          anyOf: fc.array(tie('schema'), { maxLength: 3 }),
          allOf: fc.array(tie('schema'), { maxLength: 2 }),
          not: tie('schema'),
          $ref: hostile,
          $defs: fc.dictionary(hostile, tie('schema'), { maxKeys: 2 }),
          patternProperties: fc.dictionary(hostile, tie('schema'), { maxKeys: 2 }),
          'x-other': anyJson,
        },
        { requiredKeys: [] },
      )
      .map((schema) => plain(schema) as JsonSchema),
  ),
}));

const signifierOf = fc
  .record({
    label: hostile,
    context: hostile,
    abilities: fc.array(
      hostile.map((text) => `https://example.org/${encodeURIComponent(text)}`),
      { maxLength: 2 },
    ),
    artifact: fc.record({
      id: hostile,
      name: fc.oneof(fc.constant(''), hostile),
      kind: fc.constantFrom('mcp' as const, 'a2a' as const, 'utcp' as const, 'wot' as const),
    }),
    nativeName: hostile,
    form: fc.record({
      method: fc.constantFrom('GET', 'POST'),
      target: fc
        .oneof(hostile, fc.constant('{id}{?q}'))
        .map((text) => `http://example.org/${text}`),
      contentType: fc.option(hostile),
      headers: fc.array(fc.record({ name: hostile, value: fc.oneof(hostile, fc.constant('')) }), {
        maxLength: 3,
      }),
      operation: fc.option(hostile),
    }),
    binding: fc.oneof(
      fc.constant({ kind: 'mcp-tool' as const, version: '2026-07-28' }),
      fc.record({
        kind: fc.constant('http' as const),
        places: fc.option(
          fc.dictionary(hostile, fc.constantFrom('path' as const, 'query' as const), {
            maxKeys: 3,
          }),
        ),
      }),
    ),
    body: fc.option(schemas),
    input: fc.option(schemas),
    secrets: fc.array(
      fc.record({
        scheme: hostile,
        place: fc.constantFrom('header' as const, 'other' as const),
        name: hostile,
      }),
      { maxLength: 2 },
    ),
    isStream: fc.boolean(),
  })
  .map((parts): Signifier => ({ ...sample, ...parts }));

describe('a record', () => {
  it('of the services of the paper comes back from Turtle and from JSON-LD as it was', async () => {
    expect(throughTurtle(services)).toEqual(services);
    // The order of nodes has no meaning in a graph.
    const byId = (one: Signifier, other: Signifier) => (one.id < other.id ? -1 : 1);
    expect((await throughJsonLd(services)).sort(byId)).toEqual([...services].sort(byId));
  });

  it('of any texts and any schema comes back from Turtle as it was', () => {
    fc.assert(
      fc.property(signifierOf, (signifier) => {
        expect(throughTurtle([signifier])).toEqual([signifier]);
      }),
      { numRuns: 100 },
    );
  });

  it('of any texts and any schema comes back from JSON-LD as it was', async () => {
    await fc.assert(
      fc.asyncProperty(signifierOf, async (signifier) => {
        expect(await throughJsonLd([signifier])).toEqual([signifier]);
      }),
      { numRuns: 60 },
    );
  });

  it('has the same body and arguments once, and reads both', () => {
    const one = services.find(({ label }) => label === 'cherrybot_utcp_operation');
    expect(one?.input).toEqual(one?.body);
    const text = writeTurtle(signifierQuads(publish(one === undefined ? [] : [one])));
    expect(text).toContain('cs:argumentsSchema "body"');
  });
});

describe('a schema', () => {
  const roundTrip = (schema: JsonSchema) => {
    const graph = new GraphWriter();
    const node = writeSchema(graph, schema);
    const quads = parseTurtle(writeTurtle([...graph.quads]));
    const root = quads.find(({ subject }) => !quads.some(({ object }) => object.equals(subject)));
    const reader = new GraphReader(quads);
    return {
      read: root === undefined ? null : readSchema(reader, root.subject),
      terms: root === undefined ? null : projectedSchema(reader, root.subject),
      hasDocument: graph.quads.some(({ predicate }) => predicate.value.endsWith('schemaDocument')),
      node,
    };
  };

  it.each<[string, JsonSchema]>([
    ['an enum of one', { type: 'string', enum: ['only'] }],
    ['anyOf of one', { anyOf: [{ type: 'string' }] }],
    ['a union of types', { type: ['string', 'number', 'null'] }],
    ['required names in their order', { type: 'object', required: ['z', 'a', 'm'] }],
    ['values of an enum in their order and types', { enum: ['2', 2, true, null, { a: [1] }, 'a'] }],
    ['a default', { type: 'boolean', default: false }],
    [
      'nested properties',
      { type: 'object', properties: { a: { type: 'object', properties: { b: { const: 1.5 } } } } },
    ],
  ])('%s needs no document: the terms say it all', (_, schema) => {
    const { read, terms, hasDocument } = roundTrip(schema);
    expect(terms).toEqual(schema);
    expect(read).toEqual(schema);
    expect(hasDocument).toBe(false);
  });

  it.each<[string, JsonSchema]>([
    ['a list of one type', { type: ['string'] }],
    ['an empty enum', { enum: [] }],
    ['no properties', { type: 'object', properties: {} }],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }],
    ['a member of nobody', { 'x-order': 3 }],
    [
      'a member named __proto__',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}},"__proto__":1}'),
    ],
  ])('%s comes back by its document', (_, schema) => {
    expect(roundTrip(schema).read).toEqual(schema);
  });

  it('of a hundred levels comes back', () => {
    let schema: JsonSchema = { type: 'string' };
    for (let level = 0; level < 100; level += 1)
      schema = { type: 'object', properties: { a: schema } };
    expect(roundTrip(schema).read).toEqual(schema);
  });

  it('that was edited in the graph counts as the graph says', () => {
    const graph = new GraphWriter();
    const node = writeSchema(graph, { type: 'string', $comment: 'kept', description: 'before' });
    const text = writeTurtle(graph.quads).replace(
      'js:description "before"',
      'js:description "after"',
    );
    const quads = parseTurtle(text);
    const [first] = quads;
    expect(node.termType).toBe('BlankNode');
    expect(first && readSchema(new GraphReader(quads), first.subject)).toEqual({
      type: 'string',
      description: 'after',
    });
  });

  it('in a circle ends', () => {
    const quads = parseTurtle(
      '@prefix js: <https://www.w3.org/2019/wot/json-schema#> . _:a js:items _:b . _:b js:items _:a .',
    );
    const [first] = quads;
    expect(first && readSchema(new GraphReader(quads), first.subject)).toEqual({
      items: { items: {} },
    });
  });
});

describe('a document of another', () => {
  it('is not fetched for its context', async () => {
    await expect(
      parseJsonLd({ '@context': 'https://www.w3.org/2022/wot/td/v1.1', title: 'x' }),
    ).rejects.toThrow('https://www.w3.org/2022/wot/td/v1.1, which is not fetched');
  });

  it('names the line of what is not Turtle', () => {
    expect(() => parseTurtle('<a> <b> .')).toThrow(/line 1/);
  });

  it('is skipped where it is no signifier, with the reason', () => {
    const read = readSignifiers(
      parseTurtle('@prefix hmas: <https://purl.org/hmas/> . <urn:x> a hmas:Signifier .'),
      foreign,
    );
    expect(read).toEqual({ signifiers: [], skipped: [{ iri: 'urn:x', reason: 'has no label' }] });
  });
});
