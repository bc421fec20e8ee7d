import { describe, expect, it } from 'vitest';
import { readAnswer, unfinishedTask } from './read-answer.ts';

const json = (body: unknown, status = 200) => ({
  ...{ status, contentType: 'application/json', body: JSON.stringify(body) },
});
const stream = (...data: unknown[]) => ({
  ...{ status: 200, contentType: 'text/event-stream; charset=utf-8' },
  body: data.map((one) => `event: message\ndata: ${JSON.stringify(one)}\n\n`).join(''),
});
const rpc = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });

describe('an answer without its envelopes', () => {
  it('is the value of a plain request, and its text if it is none', () => {
    const http = { kind: 'http' } as const;
    expect(readAnswer(http, json({ x: 1 }))).toMatchObject({ structuredContent: { x: 1 } });
    const plain = { status: 200, contentType: 'text/plain', body: 'moved' };
    expect(readAnswer(http, plain)).toEqual({
      content: [{ type: 'text', text: 'moved' }],
      isError: false,
    });
    expect(readAnswer(http, { status: 204, contentType: '', body: '' })).toEqual({
      ...{ content: [], isError: false },
    });
    expect(readAnswer(http, json({ why: 'busy' }, 409))).toEqual({
      content: [{ type: 'text', text: 'HTTP 409: {"why":"busy"}' }],
      isError: true,
    });
    expect(readAnswer(http, stream({ at: 1 }, { at: 2 }))).toMatchObject({
      structuredContent: [{ at: 1 }, { at: 2 }],
    });
  });

  it('is the result of JSON-RPC, also at the end of a stream, or its error', () => {
    const tool = { kind: 'mcp-tool' } as const;
    const result = { content: [{ type: 'text', text: 'done' }], structuredContent: { ok: true } };
    const noise = { jsonrpc: '2.0', method: 'notifications/progress' };
    expect(readAnswer(tool, stream(noise, rpc(result)))).toEqual({ ...result, isError: false });
    expect(readAnswer(tool, json({ error: { code: -32_602, message: 'no such tool' } }))).toEqual({
      content: [{ type: 'text', text: 'no such tool' }],
      isError: true,
    });
    expect(readAnswer(tool, json({}, 502)).isError).toBe(true);
    const read = { kind: 'mcp-resource' } as const;
    const contents = [{ uri: 'goal://now', text: 'move' }];
    expect(readAnswer(read, json(rpc({ contents }))).content).toEqual([
      { type: 'resource', resource: contents[0] },
    ]);
  });

  it('is the message of an agent, or its task in the words of one version', () => {
    const agent = { kind: 'a2a-message' } as const;
    const parts = [{ text: 'move(10)' }];
    const said = { state: 'completed', text: 'move(10)' };
    for (const result of [{ message: { parts } }, { kind: 'message', parts }]) {
      expect(readAnswer(agent, json(rpc(result))).structuredContent).toEqual(said);
    }
    const status = {
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: { parts: [{ text: 'How far?' }] },
    };
    expect(readAnswer(agent, json(rpc({ task: { id: 't', status } })))).toMatchObject({
      structuredContent: { state: 'input-required', text: 'How far?', taskId: 't' },
      isError: false,
    });
    const failed = { kind: 'task', id: 't', status: { state: 'failed' } };
    expect(readAnswer(agent, json(rpc(failed))).isError).toBe(true);
  });

  it('names the task of an agent that is not done', () => {
    const at = (state: string) => json(rpc({ task: { id: 't', status: { state } } }));
    expect(unfinishedTask(at('TASK_STATE_WORKING'))).toBe('t');
    expect(unfinishedTask(at('submitted'))).toBe('t');
    expect(unfinishedTask(at('TASK_STATE_COMPLETED'))).toBeNull();
    expect(unfinishedTask(json(rpc({ message: { parts: [] } })))).toBeNull();
  });
});
