import { createServer } from 'node:http';
import { artifactDetailSchema, artifactDriftSchema } from '@countersign/api/environment';
import { adminToken, startHarness } from '@countersign/bff/testing/harness';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, describe, expect, it } from 'vitest';

const base = '/api/environment';
const thing = {
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  ...{ title: 'Lamp', security: 'none', securityDefinitions: { none: { scheme: 'nosec' } } },
  actions: { toggle: { description: 'Switch the lamp on or off', forms: [{ href: '/toggle' }] } },
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('a registration', () => {
  it('is refused for a name that is taken, an address that is not called, and what says nothing', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"utcp_version":"1.0.1","tools":[]}');
    });
    const { origin: url, close } = await listenLocally(server);
    closing.push(close);
    const harness = await startHarness({ registration: { strict: false, allow: [] } });
    closing.push(() => harness.close());
    const register = async (body: object) => {
      const answer = await harness.request('POST', `${base}/artifacts`, body);
      return [answer.status, String(answer.body['type']).replace(/.*[/]/, '')];
    };
    const sent = { kind: 'wot', url, content: thing };
    expect((await register({ name: 'lamp', ...sent }))[0]).toBe(201);
    expect(await register({ name: 'lamp', ...sent })).toEqual([409, 'artifact-exists']);
    expect(await register({ name: 'arm', kind: 'utcp', url: `${url}/manual` })).toEqual([
      ...[422, 'description-not-read'],
    ]);
    expect(await register({ name: 'x', kind: 'mcp', agentId: 'nobody' })).toEqual([
      ...[422, 'unknown-agent'],
    ]);
    for (const body of [
      { name: 'x', kind: 'mcp' },
      { name: 'x', kind: 'utcp' },
      { name: 'x', kind: 'utcp', url: 'file:///etc/passwd' },
      { name: 'x', kind: 'utcp', url: 'http://ada:secret@127.0.0.1/manual' },
      { name: ' ', ...sent },
    ]) {
      expect(await register(body)).toEqual([400, 'invalid-request']);
    }
  });

  it('of a description that is sent takes a newer one the same way', async () => {
    const harness = await startHarness();
    closing.push(() => harness.close());
    const url = 'http://lamp.example/td';
    const lamp = { name: 'lamp', kind: 'wot', url, content: thing };
    const { body } = await harness.request('POST', `${base}/artifacts`, lamp);
    const path = `${base}/artifacts/${body.id}/synchronisation`;
    expect((await harness.request('POST', path, {})).status).toBe(422);
    const content = { ...thing, actions: {} };
    const { body: drifted } = await harness.request('POST', path, { content });
    const { removed, artifact } = artifactDriftSchema.parse(drifted);
    expect(removed).toMatchObject([{ label: 'lamp_toggle' }]);
    expect(artifact).toMatchObject({ fault: null, signifiers: [] });
  });

  it('of a server that does not list what it could list has what it does list', async () => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { id, method } = JSON.parse(body || '{}');
      asked.push(method);
      const results: Record<string, unknown> = {
        initialize: {
          ...{ protocolVersion: '2025-06-18', serverInfo: { name: 'notes', version: '1' } },
          capabilities: { tools: {}, resources: {}, prompts: {} },
        },
        'tools/list': { tools: [{ name: 'read', inputSchema: { type: 'object' } }] },
        'resources/list': { resources: [{ name: 'note', uri: 'note://1' }] },
      };
      const result = results[method];
      const refused = { error: { code: -32_601, message: 'Method not found' } };
      response.writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' });
      const answer = { jsonrpc: '2.0', id, ...(result === undefined ? refused : { result }) };
      response.end(id === undefined ? '' : JSON.stringify(answer));
    });
    const { origin, close } = await listenLocally(server);
    closing.push(close);
    const harness = await startHarness({ registration: { strict: false, allow: ['127.0.0.1'] } });
    closing.push(() => harness.close());
    const { status, body } = await harness.request('POST', `${base}/artifacts`, {
      ...{ name: 'notes', kind: 'mcp', url: origin },
    });
    expect([status, body.fault]).toEqual([201, null]);
    const labels = artifactDetailSchema.parse(body).signifiers.map((one) => one.signifier.label);
    expect(labels).toEqual(['notes_read', 'notes_note']);
    expect(asked).toEqual(expect.arrayContaining(['resources/templates/list', 'prompts/list']));
  });

  it('of a description that is sent has its numbers as numbers', async () => {
    const harness = await startHarness();
    closing.push(() => harness.close());
    const { body } = await harness.app
      .inject({
        ...{ method: 'POST', url: `${base}/artifacts` },
        headers: {
          ...{ host: '127.0.0.1', authorization: `Bearer ${adminToken}` },
          'content-type': 'application/json',
        },
        payload: `{"name":"m","kind":"mcp","url":"http://m.example/mcp","content":{"tools":[{"name":"t",
          "inputSchema":{"type":"object","properties":{"n":{"type":"number","maximum":12345678901234567890}}}}]}}`,
      })
      .then((response) => ({ body: artifactDetailSchema.parse(response.json()) }));
    expect(body.signifiers[0]?.signifier.input).toMatchObject({
      properties: { n: { maximum: 12345678901234567000 } },
    });
  });

  it('does not make a profile of another server be fetched', async () => {
    const harness = await startHarness();
    closing.push(() => harness.close());
    for (const profile of ['http://127.0.0.1:9/profile/x', 'file:///etc/passwd', '../x']) {
      const path = `${base}/signifiers?profile=${encodeURIComponent(profile)}`;
      expect((await harness.request('GET', path)).status).toBe(400);
    }
    expect((await harness.request('GET', `${base}/signifiers?profile=nobody`)).status).toBe(404);
  });
});
