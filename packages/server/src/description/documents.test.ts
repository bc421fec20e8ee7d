import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesIn } from './components.ts';
import { areas, pathOfArea } from './documents.ts';

let harness: Harness;
const read = async (path: string): Promise<JsonObject> =>
  JSON.parse(JSON.stringify((await harness.request('GET', path)).body));
const documents = new Map<string, JsonObject>();
beforeAll(async () => {
  harness = await startHarness();
  for (const path of ['/api/openapi.json', ...areas.map(pathOfArea)]) {
    documents.set(path, await read(path));
  }
});
afterAll(() => harness.close());

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);
const whole = () => documents.get('/api/openapi.json');
const schemasOf = (document: unknown): JsonObject => Object(at(document, 'components', 'schemas'));

/** Schemas of objects that stand where they are used, as text. */
function anonymousObjects(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(anonymousObjects);
  if (!isObject(value)) return [];
  const inside = Object.values(value).flatMap(anonymousObjects);
  return isObject(value['properties']) && value['type'] === 'object'
    ? [JSON.stringify(value), ...inside]
    : inside;
}

describe('the description of the server', () => {
  it('names the schemas of questions as a program sends and gets them', () => {
    const body = ['requestBody', 'content', 'application/json', 'schema'];
    expect(at(whole(), 'paths', '/api/questions', 'post', ...body)).toEqual({
      $ref: '#/components/schemas/CreateQuestion',
    });
    const answer = ['responses', '201', 'content', 'application/json', 'schema'];
    expect(at(whole(), 'paths', '/api/questions', 'post', ...answer)).toEqual({
      $ref: '#/components/schemas/Question',
    });
    expect(Object.keys(schemasOf(whole()))).toEqual(
      expect.arrayContaining(['QuestionOutcome', 'QuestionResult', 'Prompt', 'UpFeedback', 'Task']),
    );
  });

  it('describes parameters, headers and problems of a route', () => {
    const wait = at(whole(), 'paths', '/api/questions/{id}', 'get');
    expect(at(wait, 'parameters')).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      expect.objectContaining({ name: 'wait', in: 'query', required: false }),
    ]);
    expect(at(wait, 'responses', '404', 'content')).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
    expect(at(whole(), 'paths', '/api/questions', 'post', 'parameters')).toEqual([
      expect.objectContaining({ name: 'idempotency-key', in: 'header', required: false }),
    ]);
  });

  it('says what a member is for those who send it and for those who get it', () => {
    // A default makes a member optional for those who send it.
    for (const name of Object.keys(schemasOf(whole())).filter((one) => one.endsWith('Input'))) {
      const got = schemasOf(whole())[name.slice(0, -'Input'.length)];
      expect([name, got]).not.toEqual([name, undefined]);
    }
    const responses = JSON.stringify(
      Object.values(Object(at(whole(), 'paths'))).map((path) =>
        Object.values(Object(path)).map((operation) => at(operation, 'responses')),
      ),
    );
    expect(responses).not.toContain('"additionalProperties":false');
  });

  it('repeats no object without a name', () => {
    // As small as a pair, two are alike by chance.
    const all = anonymousObjects(whole()).filter((text) => {
      const schema: unknown = JSON.parse(text);
      return Object.keys(Object(at(schema, 'properties'))).length > 2;
    });
    expect(all.filter((text, place) => all.indexOf(text) !== place)).toEqual([]);
  });

  it('gives every operation a name of its own', () => {
    const ids = Object.values(Object(at(whole(), 'paths'))).flatMap((path) =>
      Object.values(Object(path)).map((operation) => at(operation, 'operationId')),
    );
    expect(ids.length).toBeGreaterThan(150);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['/api/openapi.json', ...areas.map(pathOfArea)])(
    '%s has what it refers to, and nothing else',
    (path) => {
      const document = documents.get(path);
      const names = Object.keys(schemasOf(document));
      expect(new Set(namesIn(document))).toEqual(new Set(names));
    },
  );

  it('the areas together are the whole, and smaller each', () => {
    const parts = areas.map((area) => documents.get(pathOfArea(area)));
    const paths = parts.flatMap((part) =>
      Object.entries(Object(at(part, 'paths'))).flatMap(([path, operations]) =>
        Object.keys(Object(operations)).map((method) => `${method} ${path}`),
      ),
    );
    const all = Object.entries(Object(at(whole(), 'paths'))).flatMap(([path, operations]) =>
      Object.keys(Object(operations)).map((method) => `${method} ${path}`),
    );
    expect(paths.toSorted()).toEqual(all.toSorted());
    for (const tag of Object(at(whole(), 'tags'))) {
      expect(documents.has(String(at(tag, 'externalDocs', 'url')))).toBe(true);
    }
    const size = JSON.stringify(whole()).length;
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(size / 2);
  });
});
