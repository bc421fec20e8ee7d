// @vitest-environment jsdom
import type { ShortPromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { wireRowOf } from '@countersign/api/prompt-row';
import type { Client } from '@countersign/client/client';
import { idleSince } from '@countersign/client/connection-state';
import { promptChangeOf } from '@countersign/client/prompt-change';
import { createPromptStore } from '@countersign/client/prompt-store';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { apiServer } from '../../testing/api-server.ts';
import { notFound } from '../../testing/problem-response.ts';
import { ClientProvider } from '../session/client-context.tsx';
import { keepLive } from '../session/keep-live.ts';
import { createQueryClient } from '../session/live-root.tsx';
import { usePromptActions } from './prompt-actions.ts';
import { usePrefetchPrompts, usePrompt, useWholePrompts } from './whole-prompts.ts';

const p = 'y5a8vhh2kaersf1sghyxxsmp5m';
const q = 'call_Yk3uTq0vJX8m2LrPzN5aW0001';

const { api, answer, sent } = apiServer();
const requests = () => sent.map(({ method, path }) => `${method} ${path}`);

function setUp() {
  answer(
    http.get('*/api/prompts/:id', ({ params }) =>
      HttpResponse.json(anyPrompt(String(params['id']))),
    ),
    http.get('*/api/prompts', ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? [];
      return HttpResponse.json({ items: ids.map((id) => anyPrompt(id)), nextCursor: null });
    }),
  );
  const prompts = createPromptStore();
  const client = { api, prompts } as Partial<Record<keyof Client, unknown>> as Client;
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>{children}</ClientProvider>
    </QueryClientProvider>
  );
  return { prompts, wrapper, cache };
}

it('a whole prompt is read once, and then comes from the store', async () => {
  const { prompts, wrapper } = setUp();
  const shown = renderHook(({ id }) => usePrompt(id), { wrapper, initialProps: { id: p } });
  expect(shown.result.current).toMatchObject({ data: undefined, isPending: true });
  await waitFor(() => expect(shown.result.current.data?.id).toBe(p));
  act(() => prompts.put([anyPrompt(p, { revision: 2 })]));
  expect(shown.result.current.data?.revision).toBe(2);
  shown.unmount();
  const again = renderHook(() => usePrompt(p), { wrapper });
  expect(again.result.current).toMatchObject({ data: { revision: 2 }, isPending: false });
  expect(requests()).toEqual([`GET /api/prompts/${p}`]);
});

it('one that was received completely, or read before it is opened, is there at once', async () => {
  const { prompts, wrapper } = setUp();
  prompts.put([anyPrompt('told')]);
  renderHook(() => usePrefetchPrompts(['told', p, q]), { wrapper });
  await waitFor(() => expect(prompts.known.getState().whole.size).toBe(3));
  const { result } = renderHook(() => useWholePrompts([q, 'told', p]), { wrapper });
  expect(result.current.complete).toBe(true);
  expect(result.current.prompts.map(({ id }) => id)).toEqual([q, 'told', p]);
  expect(requests()).toEqual([`GET /api/prompts?limit=50&ids=${p}%2C${q}`]);
});

it('one that was dropped while it was not shown is read again', async () => {
  const { prompts, wrapper } = setUp();
  const shown = renderHook(() => usePrompt(p), { wrapper });
  await waitFor(() => expect(shown.result.current.data).toBeDefined());
  act(() => prompts.forget());
  expect(shown.result.current.data).toBeDefined();
  shown.unmount();
  prompts.forget();
  const again = renderHook(() => usePrompt(p), { wrapper });
  await waitFor(() => expect(again.result.current.data?.id).toBe(p));
  expect(requests()).toEqual([`GET /api/prompts/${p}`, `GET /api/prompts/${p}`]);
});

/** All that the stream sends to a tab that does not follow the task: a new row. */
function revision(revised: Prompt) {
  const value: ShortPromptFact = { change: 'revised', row: wireRowOf(revised) };
  const envelope = {
    position: 7,
    threadId: 't',
    runId: null,
    sequence: 7,
    receivedAt: 0,
    agentId: 'countersign',
    event: { type: 'CUSTOM', name: 'countersign.prompt', value },
  } as const;
  return [promptChangeOf(envelope)].filter((change) => change !== null);
}

it('one on screen is read again when all that the stream has of it is a new row', async () => {
  const { prompts, wrapper, cache } = setUp();
  const silent = () => () => {};
  const stream = { onFact: silent, onPresence: silent, onChanged: silent, onReset: silent };
  const connection = createStore(() => idleSince(0));
  const undo = keepLive({ ...stream, connection, prompts }, cache);
  const shown = renderHook(() => usePrompt(p), { wrapper });
  await waitFor(() => expect(shown.result.current.data?.revision).toBe(1));
  const revised = anyPrompt(p, { revision: 2 });
  answer(http.get('*/api/prompts/:id', () => HttpResponse.json(revised)));
  act(() => prompts.apply(revision(revised)));
  await waitFor(() => expect(shown.result.current.data?.revision).toBe(2));
  expect(requests()).toEqual([`GET /api/prompts/${p}`, `GET /api/prompts/${p}`]);
  undo();
});

it('one that changes while it is read for the first time is read again', async () => {
  const { prompts, wrapper, cache } = setUp();
  const silent = () => () => {};
  const stream = { onFact: silent, onPresence: silent, onChanged: silent, onReset: silent };
  const undo = keepLive({ ...stream, connection: createStore(() => idleSince(0)), prompts }, cache);
  const revised = anyPrompt(p, { revision: 2 });
  let send = (_prompt: Prompt) => {};
  const first = new Promise<Prompt>((resolve) => {
    send = resolve;
  });
  answer(
    http.get('*/api/prompts/:id', async () => HttpResponse.json(await first), { once: true }),
    http.get('*/api/prompts/:id', () => HttpResponse.json(revised)),
  );
  const shown = renderHook(() => usePrompt(p), { wrapper });
  await waitFor(() => expect(requests()).toHaveLength(1));
  act(() => prompts.apply(revision(revised)));
  send(anyPrompt(p));
  await waitFor(() => expect(shown.result.current.data?.revision).toBe(2));
  expect(requests()).toHaveLength(2);
  undo();
});

it('what was known is not taken for what the server has now, when that could not be read', async () => {
  const { wrapper } = setUp();
  const shown = renderHook(() => ({ prompt: usePrompt(p), actions: usePromptActions(p) }), {
    wrapper,
  });
  await waitFor(() => expect(shown.result.current.prompt.data?.id).toBe(p));
  await expect(shown.result.current.actions.read()).resolves.toMatchObject({ id: p });
  answer(http.get('*/api/prompts/:id', notFound));
  await act(async () => {
    await expect(shown.result.current.actions.read()).resolves.toBeUndefined();
  });
  expect(shown.result.current.prompt.data?.id).toBe(p);
});
