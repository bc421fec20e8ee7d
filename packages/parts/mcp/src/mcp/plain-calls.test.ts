import { setImmediate } from 'node:timers/promises';
import { adminToken } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type McpHarness, startMcpHarness } from '@countersign/bff/testing/mcp-harness';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Calls as programs without a library of MCP make them.
const clock = createManualClock();
let mcp: McpHarness;
beforeEach(async () => {
  mcp = await startMcpHarness({ clock });
});
afterEach(() => mcp.close());

const headersWith = (token: string, session: string | null = null) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
  ...(session === null ? {} : { 'mcp-session-id': session }),
});

/** A call as a script may write it, without any library. */
async function post(params: string, token = mcp.ide.token, session: string | null = null) {
  const response = await fetch(mcp.url(), {
    method: 'POST',
    headers: headersWith(token, session),
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
  });
  return { status: response.status, text: await response.text() };
}

/** A call of the current revision, as a script may write it, without a progress token. */
const postCurrent = (id: number, args: JsonObject, signal?: AbortSignal) =>
  fetch(mcp.url(), {
    method: 'POST',
    headers: {
      ...headersWith(mcp.ide.token),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'ask_human',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name: 'ask_human',
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'script', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
    ...(signal === undefined ? {} : { signal }),
  });

it('begins its response before there is an answer', async () => {
  const response = await postCurrent(1, { message: 'Which region?' });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const prompt = await mcp.asked();
  await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'eu-north-1' } } });
  expect(await response.text()).toContain('"answer":"eu-north-1"');
});

/** Calls and hangs up when the question is open; returns when the server has noticed. */
async function hangUp(id: number, args: JsonObject) {
  const closed = new Promise((resolve) =>
    mcp.server.app.server.once('request', (_request, response) => response.once('close', resolve)),
  );
  const abort = new AbortController();
  const response = await postCurrent(id, args, abort.signal);
  const prompt = await mcp.asked();
  abort.abort();
  await response.text().catch(() => {});
  await closed;
  await setImmediate();
  return prompt;
}

it('waits for the repetition of a lost call that has a key before it withdraws the question', async () => {
  const args = { message: 'Which region?', idempotency_key: 'call_Yk3uZ0a8Qe1xB7tWm5nRc2Lf' };
  const prompt = await hangUp(1, args);
  clock.advance(29_000);
  const again = await postCurrent(2, { ...args, wait_seconds: 0 });
  expect(await again.text()).toContain('"pending"');
  clock.advance(30_000);
  await mcp.answer(prompt, { type: 'edit', content: { value: { answer: 'eu-north-1' } } });
  const last = await postCurrent(2, args);
  expect(await last.text()).toContain('"answer":"eu-north-1"');

  const other = await hangUp(3, { ...args, idempotency_key: 'call_Zm4vA1b9Rf2yC8uXn6oSd3Mg' });
  clock.advance(30_000);
  const withdrawn = await mcp.server.untilPrompt(other.taskId, 'withdrawn');
  expect(withdrawn.closedReason).toContain('did not repeat');
});

it('returns numbers of any length as they were written', async () => {
  const calling = post(
    '{"name":"request_approval","arguments":{"action":"pay","arguments":{"cents":9007199254740993}}}',
  );
  await mcp.answer(await mcp.asked(), { type: 'approve' });
  expect((await calling).text).toContain('"arguments":{"cents":9007199254740993}');
});

it('refuses requests without a token of a client, or with a revoked one', async () => {
  const ask = '{"name":"ask_human","arguments":{"message":"Hm?"}}';
  expect((await post(ask, 'cs_mcp_of-nobody')).status).toBe(401);
  // An operator is no client.
  expect((await post(ask, adminToken)).status).toBe(401);
  const asking = post(ask);
  const { taskId } = await mcp.asked();
  const gone = await mcp.server.request('DELETE', `/api/programs/${mcp.ide.id}`);
  expect(gone.status).toBe(204);
  expect((await mcp.server.untilPrompt(taskId, 'withdrawn')).closedReason).toContain('revoked');
  expect((await asking).text).toContain('withdrawn');
  expect((await post(ask)).status).toBe(401);
  await mcp.server.untilStatus(taskId, 'cut-off');
});

it('checks the token before it reads a body', async () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer cs_mcp_of-nobody' };
  const { status } = await fetch(mcp.url(), { method: 'POST', headers, body: '{' });
  expect(status).toBe(401);
});

it('keeps apart the calls of programs that use one token without sessions, and repeated ids', async () => {
  const ask = (session: string | null, message: string) =>
    post(`{"name":"ask_human","arguments":{"message":"${message}"}}`, mcp.ide.token, session);
  const cancel = (session: string | null) =>
    fetch(mcp.url(), {
      method: 'POST',
      headers: headersWith(mcp.ide.token, session),
      body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    });
  const reply = { type: 'edit', content: { value: { answer: 'Yes' } } };
  const first = ask(null, 'First?');
  const prompt = await mcp.asked();
  expect((await cancel(null)).status).toBe(202);
  await mcp.answer(prompt, reply);
  expect((await first).text).toContain('"answered"');

  const session = '7c1d2f0a-4b3e-4f6a-9d58-2e0b6a1c9f47';
  const one = ask(session, 'One?');
  const asked = await mcp.asked();
  const two = ask(session, 'Two?');
  await mcp.server.until(
    async () =>
      (
        await mcp.server.services.journal.read.all(
          `SELECT id FROM mcp_questions WHERE state = 'open'`,
        )
      ).length === 2,
  );
  await mcp.answer(asked, reply);
  expect((await one).text).toContain('"answered"');
  await cancel(session);
  const withdrawn = await mcp.server.untilPrompt(asked.taskId, 'withdrawn');
  expect(withdrawn.ask).toBe('Two?');
  await two;
});
