import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { buildRequest } from './call/build-request.ts';
import { mapA2a } from './map/a2a.ts';
import { mapMcp } from './map/mcp.ts';
import { mapUtcp } from './map/utcp.ts';
import { mapWot } from './map/wot.ts';
import type { Signifier } from './model/signifier.ts';
import { shippedVectors } from './node/shipped-vectors.ts';
import { parseTurtle, writeTurtle } from './rdf/turtle.ts';
import { signifierQuads } from './rdf/write-signifier.ts';
import { createCatalogue } from './select/catalogue.ts';
import { judgeRanking } from './select/model-tier.ts';
import { artifact } from './testing/artifacts.ts';
import { readSignifiers } from './testing/read-signifiers.ts';

// Faults of the published implementation, by the numbers of the list that was made of them. Sessions (B1, G5), tools of others
// (B9, G6), addresses and access (B12) and the arm that does not move (B15, G2) are tests of the server.

const url = 'http://x.example/mcp';
const ids = { request: 1, message: 'message-1' };
const goal = artifact('mcp', 'goal');
const mcp = (tools: JsonObject[], more: object = {}) =>
  mapMcp(goal, { url, version: '2026-07-28', tools, ...more });
const only = (found: readonly Signifier[]): Signifier => {
  const [one] = found;
  if (one === undefined) throw new Error('There is no signifier.');
  return one;
};
const bodyOf = (one: Signifier, args: unknown): JsonObject => {
  const built = buildRequest(one, args, ids);
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  return JSON.parse(built.request.body ?? '{}');
};
const throughTurtle = (one: Signifier) => {
  const text = writeTurtle(signifierQuads([{ iri: 'http://x.example/s#sig', signifier: one }]));
  return readSignifiers(parseTurtle(text), goal).signifiers.map(({ signifier }) => signifier);
};

describe('G8: what cannot happen here', () => {
  it('B1: a session id is in no signifier of a server with sessions', () => {
    const { signifiers } = mapMcp(goal, { url, version: '2025-06-18', tools: [{ name: 'read' }] });
    expect(JSON.stringify(signifiers)).not.toMatch(/session/i);
  });

  it('B2: a tool or resource without a description does not hide the others, and templates are read', () => {
    const { signifiers, skipped } = mcp([{ name: 'bare' }, { name: 'told', description: 'Told' }], {
      resources: [{ uri: 'goal://now' }],
      resourceTemplates: [{ uriTemplate: 'goal://{id}', name: 'one' }],
    });
    expect(signifiers.map(({ label }) => label)).toEqual([
      ...['goal_bare', 'goal_told', 'goal_goal://now', 'goal_one'],
    ]);
    expect(skipped).toEqual([]);
  });

  it('B3: an argument that is left out is not sent as null, and a message has an id', () => {
    const inputSchema = { type: 'object', properties: { a: {}, b: { type: 'string' } } };
    const sent = bodyOf(only(mcp([{ name: 'call', inputSchema }]).signifiers), { a: 1 });
    expect(sent['params']).toMatchObject({ arguments: { a: 1 } });
    expect(JSON.stringify(sent)).not.toContain('null');
    const skills = [{ id: 's', name: 'S', description: 'Does it' }];
    const agent = mapA2a(artifact('a2a', 'agent'), { url: 'http://x.example/', skills }, url);
    const message = bodyOf(only(agent.signifiers), { text: 'go' })['params'];
    expect(message).toMatchObject({ message: { messageId: 'message-1' } });
  });

  it('B4, G4: an enum of one, an anyOf of one, a union, an order and a default come back from the graph', () => {
    const inputSchema = {
      type: 'object',
      properties: {
        one: { enum: ['only'] },
        any: { anyOf: [{ type: 'string' }] },
        union: { type: ['string', 'number', 'null'], default: 'x' },
        again: { $ref: '#/properties/one' },
      },
      required: ['union', 'one'],
    };
    const before = only(mcp([{ name: 'call', description: 'Calls', inputSchema }]).signifiers);
    expect(only(throughTurtle(before)).input).toEqual(inputSchema);
  });

  it('B5: the words of a tool are not those of an argument that is called arguments', () => {
    const inputSchema = {
      type: 'object',
      properties: { arguments: { type: 'string', description: 'Of the program' } },
    };
    const one = only(mcp([{ name: 'run', description: 'Runs it', inputSchema }]).signifiers);
    const [read] = throughTurtle(one);
    expect(read?.input).toEqual(inputSchema);
    expect(JSON.stringify(read?.body)).not.toContain('Runs it');
  });

  it('B6: a UTCP tool of another transport is said to be skipped, and a GET has no body', () => {
    const tool = (template: JsonObject) => ({
      ...{ name: 'read', description: 'Reads', inputs: { properties: { q: {} } } },
      tool_call_template: { url: 'http://x.example/{id}', ...template },
    });
    const map = (template: JsonObject) =>
      mapUtcp(artifact('utcp', 'arm'), { tools: [tool(template)] });
    expect(map({ call_template_type: 'cli' }).skipped).toHaveLength(1);
    const read = only(map({ call_template_type: 'http', http_method: 'GET' }).signifiers);
    expect(read.body).toBeNull();
    expect(read.form.contentType).toBeNull();
  });

  it('B7: a property that can be written is two signifiers, and relative addresses are seen from the base', () => {
    const thing = {
      base: 'http://arm.example/v1/',
      properties: { speed: { type: 'number', forms: [{ href: 'speed' }] } },
    };
    const { signifiers } = mapWot(artifact('wot', 'arm'), thing, 'http://x.example/td');
    expect(signifiers.map(({ form: { method, target } }) => [method, target])).toEqual([
      ['GET', 'http://arm.example/v1/speed'],
      ['PUT', 'http://arm.example/v1/speed'],
    ]);
  });

  it('B8: a skill with several modes is one signifier, and one with none that can be sent is reported', () => {
    const skill = (id: string, inputModes: string[]) => ({ id, description: id, inputModes });
    const skills = [skill('both', ['text', 'application/json']), skill('sound', ['audio/wav'])];
    const card = { url: 'http://x.example/', skills };
    const { signifiers, skipped } = mapA2a(artifact('a2a', 'agent'), card, url);
    expect(signifiers.map(({ label }) => label)).toEqual(['agent_both']);
    expect(skipped).toHaveLength(1);
  });

  it('B10, G7: a model that does not answer leaves the ranking as it was; it is never everything', async () => {
    const tools = ['Reads the goal of the user', 'Moves the robot'].map((description, at) => ({
      ...{ name: `tool${at}`, description },
    }));
    const { signifiers } = mcp(tools);
    const context = 'The agent wants to read the goal';
    const ranking = createCatalogue(signifiers, shippedVectors()).rank({ context, abilities: [] });
    const model = { name: 'late', answer: () => Promise.reject(new Error('not in time')) };
    const how = { model, mode: 'judge', signal: new AbortController().signal } as const;
    const judged = await judgeRanking(ranking, { context, signifiers }, how);
    expect(judged.entries).toEqual(ranking.entries);
    expect(judged.model.state).toBe('failed');
    expect(ranking.entries.map(({ decision }) => decision)).toEqual(['recommended', 'other']);
  });

  it('B11: an agent without a context is recommended nothing', () => {
    const { signifiers } = mcp([{ name: 'read', description: 'Reads the goal' }]);
    const catalogue = createCatalogue(signifiers, shippedVectors());
    const { entries } = catalogue.rank({ context: '', abilities: [] });
    expect(entries.map(({ decision }) => decision)).toEqual(['other']);
  });
});
