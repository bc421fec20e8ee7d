import type { PromptFact } from '@countersign/api/fact';
import type { ConnectionState } from '@countersign/client/connection-state';
import { createPromptStore } from '@countersign/client/prompt-store';
import type { Envelope } from '@countersign/hai/envelope';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { anyPrompt } from '../testing/any-prompt.ts';
import { queryKeys } from './query-keys.ts';
import { keepLive } from './session/keep-live.ts';
import { staleAfter } from './session/stale-lists.ts';

const envelope = (name: string, value: unknown): Envelope => ({
  position: 1,
  threadId: 't',
  runId: 'r',
  sequence: 1,
  receivedAt: 0,
  agentId: 'countersign',
  event: { type: 'CUSTOM', name: `countersign.${name}`, value },
});
const reported = (change: PromptFact['change']) =>
  envelope('prompt', { change, prompt: anyPrompt('p') } satisfies PromptFact);

it('asks again only for lists that the server counts or finds', () => {
  expect(staleAfter(reported('opened'))).toEqual(['tasks', 'counts', 'found']);
  for (const change of ['extended', 'snoozed', 'woken', 'escalated', 'rescheduled'] as const)
    expect(staleAfter(reported(change)), change).toEqual(['counts', 'found']);
  expect(staleAfter(envelope('decision', {}))).toEqual([]);
  expect(staleAfter(envelope('claim', {}))).toEqual(['counts']);
});

/** A client whose stream is controlled by the test. */
function spokenFor() {
  const said = { fact: (_: Envelope) => {} };
  const connection = createStore<ConnectionState>(() => ({
    status: 'live',
    since: 0,
    lostAt: null,
    lastEventAt: null,
    attempt: 0,
    retryAt: null,
    behind: null,
    refusal: null,
    storeTrouble: null,
    storeDamaged: [],
  }));
  const client = {
    onFact: (listener: typeof said.fact) => {
      said.fact = listener;
      return () => {};
    },
    onPresence: () => () => {},
    onReset: () => () => {},
    onChanged: () => () => {},
    connection,
    prompts: createPromptStore(),
  };
  return { said, connection, client };
}

describe('while the stream is live', () => {
  const cache = new QueryClient();
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;

  it('lists are read again once for a burst of facts, and pages only where the server has to find them', () => {
    const { said, client } = spokenFor();
    const undo = keepLive(client, cache);
    const [all, found] = [queryKeys.queue({ snoozed: 'any' }), queryKeys.queue({ q: 'refund' })];
    for (const key of [queryKeys.tasks, all, found]) cache.setQueryData(key, []);
    said.fact(reported('opened'));
    said.fact(reported('opened'));
    expect(isStale(queryKeys.tasks)).toBe(false);
    vi.advanceTimersByTime(700);
    expect([queryKeys.tasks, all, found].map(isStale)).toEqual([true, false, true]);
    undo();
  });

  it('presence is read again after a lost connection: it is not sent again', () => {
    const { connection, client } = spokenFor();
    const undo = keepLive(client, cache);
    cache.setQueryData(queryKeys.presence, []);
    connection.setState({ status: 'offline' });
    connection.setState({ status: 'catching-up' });
    expect(isStale(queryKeys.presence)).toBe(false);
    connection.setState({ status: 'live' });
    expect(isStale(queryKeys.presence)).toBe(true);
    undo();
  });
});
