import type { Prompt } from '@countersign/api/prompt';
import type { WireRow } from '@countersign/api/prompts/wire-row';
import { expect, expectTypeOf, it } from 'vitest';
import { createCall } from './call.ts';
import type { RequestOptions } from './http.ts';

const asked: [path: string, options: RequestOptions | undefined][] = [];
const call = createCall(async <T>(path: string, options?: RequestOptions) => {
  asked.push([path, options]);
  return undefined as T;
});

it('sends method and path, with path parameters encoded', async () => {
  const id = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11/:id%2F*?';
  await call('DELETE /api/tasks/:id/messages/:messageId', {
    params: { id, messageId: 'chatcmpl-9aB/:messageId' },
  });
  await call('GET /api/prompts', { query: { blocking: true, limit: 5 } });
  await call('GET /api/me');
  expect(asked).toEqual([
    [
      '/api/tasks/run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11%2F%3Aid%252F*%3F/messages/chatcmpl-9aB%2F%3AmessageId',
      { method: 'DELETE' },
    ],
    ['/api/prompts', { method: 'GET', query: { blocking: true, limit: 5 } }],
    ['/api/me', { method: 'GET' }],
  ]);
});

it('accepts the parameters of a route’s contract, and returns its response', () => {
  const refused = () => {
    // @ts-expect-error no such route
    void call('GET /api/prompt');
    // @ts-expect-error the id is missing
    void call('GET /api/prompts/:id');
    // @ts-expect-error it is called `id`
    void call('GET /api/prompts/:id', { params: { promptId: 'p' } });
    // @ts-expect-error no such filter
    void call('GET /api/queue', { query: { colour: 'red' } });
    // @ts-expect-error a limit is a number
    void call('GET /api/queue', { query: { limit: 'all' } });
    // @ts-expect-error an answer contains the digest of what was shown
    void call('POST /api/prompts/:id/decisions', { params: { id: 'p' }, body: {} });
    // @ts-expect-error it has no body
    void call('DELETE /api/views/:id', { params: { id: 'v' }, body: {} });
  };
  expect(refused).toBeTypeOf('function');
  const rows = () => call('GET /api/queue');
  expectTypeOf<Awaited<ReturnType<typeof rows>>['items']>().toEqualTypeOf<WireRow[]>();
  const prompt = () => call('GET /api/prompts/:id', { params: { id: 'p' } });
  expectTypeOf<Awaited<ReturnType<typeof prompt>>>().toEqualTypeOf<Prompt>();
  const gone = () => call('DELETE /api/views/:id', { params: { id: 'v' } });
  expectTypeOf<Awaited<ReturnType<typeof gone>>>().toEqualTypeOf<undefined>();
});
