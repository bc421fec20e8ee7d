// @vitest-environment jsdom
import type { Client } from '@countersign/client/client';
import { ProblemError } from '@countersign/client/problem-error';
import { createPromptStore } from '@countersign/client/prompt-store';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { anyPrompt } from '../testing/any-prompt.ts';
import { ClientProvider } from './client-context.tsx';
import { createQueryClient } from './live-root.tsx';
import { usePromptActions } from './prompt-actions.ts';
import { usePrefetchPrompts, usePrompt, useWholePrompts } from './whole-prompts.ts';

const p = 'y5a8vhh2kaersf1sghyxxsmp5m';
const q = 'call_Yk3uTq0vJX8m2LrPzN5aW0001';

function setUp() {
  const api = {
    getPrompt: vi.fn(async (id: string) => anyPrompt(id)),
    listPrompts: vi.fn(async ({ ids }: { ids: string[] }) => ({
      items: ids.map((id) => anyPrompt(id)),
      nextCursor: null,
    })),
  };
  const prompts = createPromptStore();
  const client = { api, prompts } as Partial<Record<keyof Client, unknown>> as Client;
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>{children}</ClientProvider>
    </QueryClientProvider>
  );
  return { api, prompts, wrapper };
}

it('a whole prompt is read once, and then comes from the store', async () => {
  const { api, prompts, wrapper } = setUp();
  const shown = renderHook(({ id }) => usePrompt(id), { wrapper, initialProps: { id: p } });
  expect(shown.result.current).toMatchObject({ data: undefined, isPending: true });
  await waitFor(() => expect(shown.result.current.data?.id).toBe(p));
  act(() => prompts.put([anyPrompt(p, { revision: 2 })]));
  expect(shown.result.current.data?.revision).toBe(2);
  shown.unmount();
  const again = renderHook(() => usePrompt(p), { wrapper });
  expect(again.result.current).toMatchObject({ data: { revision: 2 }, isPending: false });
  expect(api.getPrompt).toHaveBeenCalledTimes(1);
});

it('one that was received completely, or read before it is opened, is there at once', async () => {
  const { api, prompts, wrapper } = setUp();
  prompts.put([anyPrompt('told')]);
  renderHook(() => usePrefetchPrompts(['told', p, q]), { wrapper });
  await waitFor(() => expect(prompts.known.getState().whole.size).toBe(3));
  const { result } = renderHook(() => useWholePrompts([q, 'told', p]), { wrapper });
  expect(result.current.complete).toBe(true);
  expect(result.current.prompts.map(({ id }) => id)).toEqual([q, 'told', p]);
  expect(api.listPrompts).toHaveBeenCalledExactlyOnceWith({ ids: [p, q], limit: 50 });
  expect(api.getPrompt).not.toHaveBeenCalled();
});

it('one that was dropped while it was not shown is read again', async () => {
  const { api, prompts, wrapper } = setUp();
  const shown = renderHook(() => usePrompt(p), { wrapper });
  await waitFor(() => expect(shown.result.current.data).toBeDefined());
  act(() => prompts.forget());
  expect(shown.result.current.data).toBeDefined();
  shown.unmount();
  prompts.forget();
  const again = renderHook(() => usePrompt(p), { wrapper });
  await waitFor(() => expect(again.result.current.data?.id).toBe(p));
  expect(api.getPrompt).toHaveBeenCalledTimes(2);
});

it('what was known is not taken for what the server has now, when that could not be read', async () => {
  const { api, wrapper } = setUp();
  const shown = renderHook(() => ({ prompt: usePrompt(p), actions: usePromptActions(p) }), {
    wrapper,
  });
  await waitFor(() => expect(shown.result.current.prompt.data?.id).toBe(p));
  await expect(shown.result.current.actions.read()).resolves.toMatchObject({ id: p });
  api.getPrompt.mockRejectedValue(
    new ProblemError({ type: 'about:blank', title: 'Gone', status: 404, code: 'not-found' }),
  );
  await act(async () => {
    await expect(shown.result.current.actions.read()).resolves.toBeUndefined();
  });
  expect(shown.result.current.prompt.data?.id).toBe(p);
});
