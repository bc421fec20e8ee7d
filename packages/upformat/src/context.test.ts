import { expect, it } from 'vitest';
import { z } from 'zod';
import { contextFromJsonSchema, contextFromZod } from './context.ts';

it('describes nested fields, limits and concepts', () => {
  const context = contextFromJsonSchema({
    title: 'A shortlist',
    type: 'object',
    'x-concepts': ['schema:Person'],
    required: ['candidates'],
    properties: {
      candidates: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            email: { type: 'string', format: 'email', description: 'contact address' },
          },
        },
      },
    },
  });
  expect(context).toMatchObject({
    entity: 'A shortlist',
    concepts: ['schema:Person'],
    fields: { 'candidates[].email': 'contact address' },
    constraints: { candidates: 'required; at least 1 items', 'candidates[].email': 'format email' },
  });
});

it('derives the same from a zod model', () => {
  const context = contextFromZod(
    z.object({ rate: z.number().max(110).describe('euros per hour') }).meta({ title: 'Brief' }),
  );
  expect(context).toMatchObject({
    entity: 'Brief',
    fields: { rate: 'euros per hour' },
    constraints: { rate: 'required; at most 110' },
  });
});
