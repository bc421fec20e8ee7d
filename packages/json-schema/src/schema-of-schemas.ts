const any = { $ref: '#' };
const names = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const lists = { type: 'array', items: any };
const members = { type: 'object', additionalProperties: any };

/**
 * What every JSON Schema fits: the keywords that authors get wrong, with what all drafts agree on. `judge` ignores a keyword of the wrong
 * type; where a person writes the schema, it is better said.
 */
export const schemaOfSchemas = {
  type: ['object', 'boolean'],
  properties: {
    type: { anyOf: [{ enum: names }, { type: 'array', items: { enum: names } }] },
    properties: members,
    patternProperties: members,
    $defs: members,
    required: { type: ['array', 'boolean'], items: { type: 'string' } },
    items: { anyOf: [any, lists] },
    enum: { type: 'array' },
    anyOf: lists,
    oneOf: lists,
    allOf: lists,
    not: any,
    additionalProperties: any,
    pattern: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    ...Object.fromEntries(
      ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => [
        name,
        { type: 'number' },
      ]),
    ),
  },
} as const;
