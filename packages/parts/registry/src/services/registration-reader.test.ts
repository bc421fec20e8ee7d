import { createServer } from 'node:http';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import type { JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, expect, it } from 'vitest';
import type { RegistrationSettings } from './registration-reader.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const card: JsonObject = {
  name: 'Geo planner',
  description: 'Plans routes',
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
};

/** Serves documents by their paths, and notes what was requested. */
async function serveDocuments(documents: Record<string, string>) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const { url = '' } = request;
    requested.push(url);
    const text = documents[url];
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(text ?? '{}');
  });
  const { origin, close } = await listenLocally(server);
  closing.push(close);
  return { origin, host: new URL(origin).host, requested };
}

async function registering(registration: RegistrationSettings) {
  const harness: Harness = await startHarness({ registration });
  closing.push(() => harness.close());
  const service = { name: 'geo', protocol: 'http', host: '10.0.0.5', port: 80 };
  return async (more: JsonObject) => {
    const answer = await harness.request('POST', '/api/uap/services', { ...service, ...more });
    const body: JsonObject = { ...answer.body };
    return { status: answer.status, body };
  };
}

it('fetches what an agent says about itself: the URL as given, then the well-known places below it', async () => {
  const { origin, host, requested } = await serveDocuments({
    '/agent/.well-known/agent-card.json': JSON.stringify(card),
  });
  const register = await registering({ strict: false, allow: [host] });
  const sent = { agent_protocol: 'a2a', agent_info_url: `${origin}/agent` };
  expect(await register(sent)).toMatchObject({
    status: 201,
    body: {
      agent_info: { a2a_agent_card: { name: 'Geo planner' } },
      agent_info_url: sent.agent_info_url,
    },
  });
  expect(requested).toEqual(['/agent', '/agent/.well-known/agent-card.json']);
});

it('refuses what it cannot fetch, or what is no description, with the reason', async () => {
  const { origin, host } = await serveDocuments({ '/text': 'hello', '/list': '[]', '/bad': '{}' });
  const register = await registering({ strict: false, allow: [host] });
  const reason = async (path: string, protocol = 'mcp') => {
    const sent = { agent_protocol: protocol, agent_info_url: `${origin}${path}` };
    const { status, body } = await register(sent);
    return [status, body['message']];
  };
  expect(await reason('/none')).toEqual([
    422,
    '/agent_info_url could not be fetched: The URL answered with HTTP 404.',
  ]);
  expect(await reason('/text')).toEqual([
    422,
    '/agent_info_url could not be fetched: The response is not JSON.',
  ]);
  expect(await reason('/list')).toEqual([
    422,
    '/agent_info_url could not be fetched: The response is JSON, but not an object.',
  ]);
  expect(await reason('/bad', 'a2a')).toEqual([
    422,
    expect.stringContaining('/agent_info/a2a_agent_card/skills must be a list'),
  ]);
});

it('does not call private networks that are not allowed', async () => {
  const { origin, requested } = await serveDocuments({ '/card': JSON.stringify(card) });
  const register = await registering({ strict: false, allow: [] });
  const sent = { agent_protocol: 'a2a', agent_info_url: `${origin}/card` };
  expect(await register(sent)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('private network') },
  });
  expect(requested).toEqual([]);
});

it('registers strictly only what the public contract has', async () => {
  const lenient = await registering({ strict: false, allow: [] });
  const strict = await registering({ strict: true, allow: [] });
  const agent = { agent_protocol: 'hai', agent_info: { agent_descriptor: { id: 'a' } } };
  expect((await lenient(agent)).status).toBe(201);
  expect(await strict(agent)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('/agent_protocol must be empty or one of') },
  });
  expect((await strict({})).status).toBe(201);
});
