import { isObject, type JsonObject } from '@countersign/json/json-object';
import { expect, it } from 'vitest';
import { startHarness } from '../testing/harness.ts';

/** Every reference in a value. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
}

const at = (value: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);

it('names the schemas of questions, and every reference leads to one', async () => {
  const harness = await startHarness();
  const document: JsonObject = JSON.parse(
    JSON.stringify((await harness.request('GET', '/api/openapi.json')).body),
  );
  await harness.close();
  const schemas = at(document, ['components', 'schemas']);
  expect(Object.keys(isObject(schemas) ? schemas : {})).toEqual(
    expect.arrayContaining(['CreateQuestion', 'Question', 'QuestionOutcome', 'QuestionResult']),
  );
  const body = ['requestBody', 'content', 'application/json', 'schema', '$ref'];
  expect(at(document, ['paths', '/api/questions', 'post', ...body])).toMatch(/\/CreateQuestion/);
  for (const ref of refsIn(document)) {
    const path = ref.replace(/^#\//, '').split('/');
    expect(at(document, path), ref).toBeDefined();
  }
});
