import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contextFromJsonSchema, contextFromZod } from './context.ts';

const shortlist = {
  title: 'A shortlist',
  description: 'Ranked freelancers for one role',
  type: 'object',
  'x-concepts': ['schema:Person', 'shortlist'],
  required: ['candidates'],
  properties: {
    candidates: {
      type: 'array',
      minItems: 1,
      items: { $ref: '#/$defs/candidate' },
    },
    place: {
      anyOf: [{ $ref: '#/$defs/place' }, { type: 'null' }],
      description: 'where the work is done',
    },
    tags: { type: 'array', items: { type: 'string', description: 'free word' } },
    basis: { enum: ['hour', 'day'], title: 'Basis', readOnly: true },
  },
  $defs: {
    candidate: {
      type: 'object',
      '@type': 'schema:Person',
      required: ['email'],
      properties: {
        email: {
          type: 'string',
          format: 'email',
          description: 'contact address',
          '@type': 'schema:email',
        },
        score: { type: 'number', minimum: 0, maximum: 1 },
        references: { type: 'array', items: { $ref: '#/$defs/candidate' } },
      },
    },
    place: { type: 'object', properties: { city: { type: 'string', description: 'town' } } },
  },
};

describe('contextFromJsonSchema', () => {
  const context = contextFromJsonSchema(shortlist);

  it('names the entity, the concepts of all parts and the schema', () => {
    expect(context.entity).toBe('A shortlist: Ranked freelancers for one role');
    expect(context.concepts).toEqual(['schema:Person', 'shortlist', 'schema:email']);
    expect(context.schema).toBe(shortlist);
  });

  it('describes nested, listed and referenced fields by path', () => {
    expect(context.fields).toMatchObject({
      'candidates[].email': 'contact address',
      place: 'where the work is done',
      'place.city': 'town',
      'tags[]': 'free word',
      basis: 'Basis',
    });
  });

  it('describes constraints briefly', () => {
    expect(context.constraints).toMatchObject({
      candidates: 'required; at least 1 item',
      'candidates[].email': 'required; format email',
      'candidates[].score': 'at least 0; at most 1',
      basis: 'one of hour, day; read-only',
    });
  });

  it('terminates on a schema that contains itself', () => {
    const fields = Object.keys(context.fields ?? {});
    expect(fields).toContain('candidates[].references[].email');
    expect(fields.length).toBeLessThan(50);
  });

  it('accepts a value that is not a schema', () => {
    for (const odd of [{}, { properties: 1, items: [] }, { $ref: '#' }, { $ref: 'https://x' }]) {
      expect(contextFromJsonSchema(odd)).toEqual({ fields: {}, constraints: {}, schema: odd });
    }
  });
});

describe('contextFromZod', () => {
  it('takes titles, descriptions and concepts from describe and meta', () => {
    const context = contextFromZod(
      z
        .object({
          rate: z.number().max(110).describe('euros per hour'),
          start: z.iso.date().nullable().describe('first day of work'),
          remote: z.boolean().default(false),
          address: z.email().meta({ description: 'contact', 'x-concepts': ['schema:email'] }),
        })
        .meta({ title: 'Brief' }),
    );
    expect(context).toMatchObject({
      entity: 'Brief',
      concepts: ['schema:email'],
      fields: { rate: 'euros per hour', start: 'first day of work', address: 'contact' },
      constraints: { rate: 'required; at most 110' },
    });
    expect(context.constraints?.['start']).toContain('format date');
    // It has a default, so no input is needed.
    expect(context.constraints).not.toHaveProperty('remote');
  });

  it('accepts types that JSON Schema cannot express', () => {
    const context = contextFromZod(z.object({ at: z.date().describe('when'), id: z.string() }));
    expect(context.fields).toEqual({ at: 'when' });
  });
});
