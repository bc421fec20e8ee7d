/** One schema, the values that fit it, those that do not. Facts of the specification. */
export type Row = [name: string, schema: unknown, valid: unknown[], invalid: unknown[]];

export const newest = 'https://json-schema.org/draft/2020-12/schema';
export const seventh = 'http://json-schema.org/draft-07/schema#';

/** The same rows, with a schema that names its draft. */
export const named = (rows: readonly Row[], draft: string): Row[] =>
  rows.map(([name, schema, valid, invalid]) => [
    `${name} (${draft})`,
    typeof schema === 'object' && schema !== null ? { $schema: draft, ...schema } : schema,
    valid,
    invalid,
  ]);

/** Each value of each row, and whether it fits. */
export const casesOf = (rows: readonly Row[]) =>
  rows.flatMap(([name, schema, valid, invalid]) => [
    ...valid.map((value) => [name, JSON.stringify(value), true, schema, value] as const),
    ...invalid.map((value) => [name, JSON.stringify(value), false, schema, value] as const),
  ]);
