import { serve } from '@countersign/agent/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGoalServer } from './goal-server.ts';
import { createGoalStore, type GoalStore } from './goal-store.ts';
import { goalLists } from './goal-tools.ts';

let store: GoalStore;
let close: () => Promise<void>;
let url: URL;
beforeEach(async () => {
  store = createGoalStore();
  const server = createGoalServer(store);
  const served = await serve(server.fetch, { port: 0 });
  url = new URL(`${served.url}/mcp`);
  close = async () => {
    await server.close();
    await served.close();
  };
});
afterEach(() => close());

async function connect(mode: 'auto' | 'legacy') {
  const client = new Client(
    { name: 'test', version: '1' },
    mode === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

describe.each(['auto', 'legacy'] as const)('the goal server, %s client', (mode) => {
  it('keeps the goal of a person until it is achieved', async () => {
    const client = await connect(mode);
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      return { text: JSON.stringify(content), isError: isError ?? false };
    };
    const current = async () => (await client.readResource({ uri: 'goal://current' })).contents;
    expect(await current()).toMatchObject([{ text: '' }]);
    expect(await call('provide_feedback', { achieved: true, feedback: 'done' })).toMatchObject({
      text: expect.stringContaining('There is no goal.'),
    });

    await call('set_goal', { goal: 'Move the robot by 10 centimeters' });
    expect(await current()).toMatchObject([{ text: 'Move the robot by 10 centimeters' }]);
    await call('provide_feedback', { achieved: false, feedback: 'started' });
    expect((await call('get_goal')).text).toContain('started');
    expect(await current()).toMatchObject([{ text: 'Move the robot by 10 centimeters' }]);
    await call('provide_feedback', { achieved: true, feedback: 'done' });
    expect(await current()).toMatchObject([{ text: '' }]);

    await call('set_goal', { goal: 'one' });
    expect((await call('set_goal', { goal: 'another' })).text).toContain('It replaces: one');
    await call('clear_goal');
    expect(store.current()).toBeNull();
    await client.close();
  });

  it('refuses what is no call of its tools', async () => {
    const client = await connect(mode);
    expect(await client.callTool({ name: 'toString', arguments: {} })).toMatchObject({
      isError: true,
    });
    expect(await client.callTool({ name: 'set_goal', arguments: { goal: ' ' } })).toMatchObject({
      isError: true,
    });
    await expect(client.readResource({ uri: 'goal://other' })).rejects.toThrow();
    expect(store.current()).toBeNull();
    await client.close();
  });

  it('lists what it registers itself with', async () => {
    const client = await connect(mode);
    const { tools } = await client.listTools();
    const { resources } = await client.listResources();
    expect({ tools, resources }).toMatchObject(goalLists());
    await client.close();
  });
});

it('refuses pages of other sites', async () => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
    body: '{}',
  });
  expect(response.status).toBe(403);
});
