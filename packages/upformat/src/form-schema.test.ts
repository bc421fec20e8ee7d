import { describe, expect, it } from 'vitest';
import { formSchemaOf } from './form-schema.ts';
import type { UpMessage } from './message.ts';

const ask = (more: Partial<UpMessage>): UpMessage => ({
  messageId: 'm',
  threadId: 't',
  timestamp: '2026-11-21T10:00:00Z',
  state: 'needsHumanDecision',
  ...more,
});

describe('formSchemaOf', () => {
  it("takes the agent's own schema of an object as it is", () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    expect(formSchemaOf(ask({ upContext: { schema } }))).toEqual(schema);
  });

  it('copies the parts of a reference or allOf to the root', () => {
    const $defs = {
      place: { type: 'object', properties: { city: {} }, required: ['city'] },
      rate: { properties: { rate: {} }, required: ['rate'] },
    };
    const byReference = formSchemaOf(
      ask({ upContext: { schema: { $ref: '#/$defs/place', $defs } } }),
    );
    expect(byReference).toMatchObject({ properties: { city: {} }, required: ['city'], $defs });
    const allOf = [{ $ref: '#/$defs/place' }, { $ref: '#/$defs/rate' }];
    const merged = formSchemaOf(ask({ upContext: { schema: { allOf, $defs } } }));
    expect(merged).toMatchObject({ required: ['city', 'rate'], allOf });
  });

  it.each([
    ['a reference out of the document', 'https://example.org/schema.json'],
    ['a schema of a text', { type: 'string' }],
    ['an unresolvable reference', { $ref: 'https://example.org/schema.json' }],
    ['nothing', undefined],
  ])('falls back to fields for %s', (_, schema) => {
    const fields = { city: 'Town of the work' };
    expect(formSchemaOf(ask({ upContext: { schema, fields } }))?.properties).toEqual({
      city: { type: 'string', description: 'Town of the work' },
    });
    expect(formSchemaOf(ask({ upContext: { schema } }))).toBeNull();
  });

  it('nests fields by their paths and takes types from the proposal', () => {
    const form = formSchemaOf(
      ask({
        payload: { rate: { max: 90 }, people: [{ name: 'Ines', seats: 2 }], 'a.b': true },
        upContext: {
          fields: {
            'rate.max': 'euros per hour',
            people: 'who comes',
            'people[].name': 'full name',
            'people[].seats': 'places taken',
            'a.b': 'a dotted name',
          },
          constraints: { 'rate.max': { minimum: 0 }, 'people[].name': 'required; format name' },
        },
      }),
    );
    expect(form?.properties).toEqual({
      rate: {
        type: 'object',
        properties: { max: { type: 'number', minimum: 0, description: 'euros per hour' } },
        required: [],
      },
      people: {
        type: 'array',
        description: 'who comes',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'full name' },
            seats: { type: 'number', description: 'places taken' },
          },
          required: ['name'],
        },
      },
      'a.b': { type: 'boolean', description: 'a dotted name' },
    });
  });

  it('makes questions fields: options, schema, default, required; a bare question is text', () => {
    const questions = [
      'Anything else?',
      { id: 'remote', text: 'Remote?', options: ['yes', 'no'], default: 'no', required: true },
      { id: 'days', text: 'How many days?', schema: { type: 'integer', minimum: 1 } },
      { id: 'note', text: 'A note?' },
    ];
    expect(formSchemaOf(ask({ upThought: { questions } }))).toEqual({
      type: 'object',
      properties: {
        remote: { title: 'Remote?', enum: ['yes', 'no'], default: 'no' },
        days: { title: 'How many days?', type: 'integer', minimum: 1 },
        note: { title: 'A note?', type: 'string' },
      },
      required: ['remote'],
    });
    expect(formSchemaOf(ask({ upThought: { questions: ['Anything else?'] } }))).toBeNull();
  });

  it('joins a question with the field it asks for', () => {
    const form = formSchemaOf(
      ask({
        payload: { seats: 2 },
        upContext: { fields: { seats: 'places at the table' } },
        upThought: { questions: [{ id: 'seats', text: 'How many?', options: ['2', '4'] }] },
      }),
    );
    expect(form?.properties['seats']).toEqual({
      description: 'places at the table',
      title: 'How many?',
      enum: ['2', '4'],
    });
  });

  it('accepts hostile names', () => {
    const fields = JSON.parse(
      '{"__proto__": "x", "constructor": "y", "[]": "z", "toString.a": "w"}',
    );
    const questions = [{ id: '__proto__', text: 'x' }];
    const form = formSchemaOf(ask({ upContext: { fields }, upThought: { questions } }));
    expect(Object.keys(form?.properties ?? {}).sort()).toEqual(['[]', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(form?.properties)).toBe(Object.prototype);
  });
});
