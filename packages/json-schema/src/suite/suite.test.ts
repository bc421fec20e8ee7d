import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from '../judge.ts';
import { judgedOtherwise } from './judged-otherwise.ts';

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** A schema of an older draft declares it. */
const named = (schema: unknown, $schema: string | null): unknown =>
  $schema !== null && typeof schema === 'object' && schema !== null && !('$schema' in schema)
    ? { $schema, ...schema }
    : schema;

const drafts = [
  { draft: 'draft2020-12', count: 1299, $schema: null },
  { draft: 'draft7', count: 927, $schema: 'http://json-schema.org/draft-07/schema#' },
];

const listed = new Set<string>(Object.values(judgedOtherwise).flat());
const outside = new Set<string>(judgedOtherwise.outside);

describe.each(drafts)('the official suite, $draft', ({ draft, count, $schema }) => {
  const file = new URL(`./${draft}.suite.json`, import.meta.url);
  const suite: Record<string, Group[]> = JSON.parse(readFileSync(file, 'utf8'));
  const judged = Object.entries(suite).flatMap(([topic, groups]) =>
    groups.flatMap(({ description, schema, tests }) =>
      tests.map((test) => {
        const { faults, unchecked } = judge(named(schema, $schema), test.data);
        const name = `${draft} ${topic}: ${description}: ${test.description}`;
        return { name, agrees: (faults.length === 0) === test.valid, unchecked };
      }),
    ),
  );

  it('has the expected results, except for the listed tests', () => {
    expect(judged).toHaveLength(count);
    const differing = judged.filter(({ agrees }) => !agrees).map(({ name }) => name);
    expect(differing.sort()).toEqual(
      [...listed].filter((name) => name.startsWith(`${draft} `)).sort(),
    );
  });

  it('reports every reference that cannot be resolved', () => {
    const silent = judged.filter(
      ({ name, unchecked }) => outside.has(name) && !unchecked.has('reference'),
    );
    expect(silent).toEqual([]);
  });
});
