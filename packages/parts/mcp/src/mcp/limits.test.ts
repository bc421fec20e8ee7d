import { join } from 'node:path';
import { type McpHarness, startMcpHarness } from '@countersign/bff/testing/mcp-harness';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, expect, it } from 'vitest';
import { maxOpenQuestions } from '../programs/question-operations.ts';

let mcp: McpHarness;
afterEach(() => mcp.close());

it('counts the requests of each client', async () => {
  mcp = await startMcpHarness({ requestsPerMinute: 5 });
  const bo = await mcp.addClient('Script of Bo');
  const list = async (token: string) => {
    const response = await fetch(mcp.url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    await response.text();
    return response.status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await list(mcp.ide.token));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await list(bo.token)).toBe(200);
});

it('refuses a question of a client that has too many open ones, and asks those of others', async () => {
  mcp = await startMcpHarness();
  const store = openDatabase(join(mcp.server.directory, 'countersign.db'), 'write');
  store.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO mcp_questions(id, client, key, body, thread, prompt, kind, wrapped, state, asked)
     SELECT 'q-' || i, ?, NULL, 'b', 't-' || i, 'p-' || i, 'ask', 0, 'open', i FROM n`,
    maxOpenQuestions,
    mcp.ide.id,
  );
  store.close();
  const ask = (task: string) => mcp.call('ask_human', { message: 'Hm?', task, wait_seconds: 0 });
  const refused = await ask('Another one');
  expect(refused).toMatchObject({ isError: true });
  expect(refused.text).toContain('2000 open questions');
  const bo = await mcp.addClient('Script of Bo');
  await mcp.connect({ token: bo.token });
  expect((await ask('Mine')).data).toMatchObject({ status: 'pending' });
});
