import type { ClaimFact, PromptFact } from '@countersign/api/fact';
import type { Presence } from '@countersign/api/presence';
import type { Decision, Prompt } from '@countersign/api/prompt';
import { rowOf } from '@countersign/api/prompt-row';
import type { ConnectionState } from '@countersign/client/connection';
import type { Envelope } from '@countersign/hai/envelope';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { anyPrompt } from '../testing/any-prompt.ts';
import { applyFacts } from './apply-fact.ts';
import { keepLive } from './keep-live.ts';
import { changeList, recordChanges, writePrompts } from './prompt-cache.ts';
import { putChange } from './prompt-change.ts';
import { queryKeys } from './query-keys.ts';

let position = 0;
function envelope(name: string, value: unknown): Envelope {
  position += 1;
  return {
    position,
    threadId: 't',
    runId: 'r',
    sequence: position,
    receivedAt: 0,
    agentId: 'a',
    event: { type: 'CUSTOM', name: `countersign.${name}`, value },
  } as Envelope;
}
const told = (change: PromptFact['change'], prompt: Prompt) =>
  envelope('prompt', { change, prompt } satisfies PromptFact);
const decision = (part: Partial<Decision> = {}): Decision => ({
  id: 'd1',
  promptId: 'p',
  by: { kind: 'operator', id: 'ann', name: 'Ann' },
  feedback: { type: 'approve' },
  digest: 'x',
  state: 'recorded',
  recordedAt: 1,
  releaseAt: null,
  waitsFor: [],
  deliveredAt: null,
  acknowledgedAt: null,
  attempts: 0,
  failure: null,
  ...part,
});
const decided = (change: Decision['state'], part: Partial<Decision> = {}) =>
  envelope('decision', { change, decision: decision({ ...part, state: change }) });
const claim = { operator: 'ann', name: 'Ann', since: 1, until: 2, takeOver: null };

let cache: QueryClient;
const list = () => cache.getQueryData<readonly Prompt[]>(queryKeys.prompts) ?? [];
const listed = (id: string) => list().find((prompt) => prompt.id === id);
beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(queryKeys.prompts, [anyPrompt('p'), anyPrompt('q')]);
});

describe('facts keep the cache true', () => {
  it('puts and takes away who holds a prompt, in the list and in the open panel', () => {
    cache.setQueryData(queryKeys.prompt('p'), anyPrompt('p'));
    applyFacts(cache, [
      envelope('claim', { change: 'claimed', promptId: 'p', claim } satisfies ClaimFact),
    ]);
    expect(listed('p')?.claim).toEqual(claim);
    expect(cache.getQueryData<Prompt>(queryKeys.prompt('p'))?.claim).toEqual(claim);
    applyFacts(cache, [envelope('claim', { change: 'released', promptId: 'p', claim: null })]);
    expect(listed('p')?.claim).toBeNull();
  });

  it('takes each new truth of a prompt whole', () => {
    const later = anyPrompt('p', { expiresAt: 900 });
    for (const change of ['extended', 'snoozed', 'woken', 'escalated', 'rescheduled'] as const) {
      expect([...applyFacts(cache, [told(change, later)])], change).toEqual(['counts', 'found']);
    }
    expect(listed('p')).toEqual(rowOf(later));
  });

  it('asks again only for lists that the server counts', () => {
    const opened = [...applyFacts(cache, [told('opened', anyPrompt('new'))])];
    expect(opened).toEqual(['tasks', 'counts', 'found']);
    expect(applyFacts(cache, [decided('recorded')]).size).toBe(0);
    const claimed = envelope('claim', { change: 'claimed', promptId: 'p', claim });
    expect([...applyFacts(cache, [claimed])]).toEqual(['counts']);
  });

  it('opens a prompt again whose answer was recalled, in whichever order it is told', () => {
    applyFacts(cache, [decided('recorded')]);
    expect(listed('p')?.state).toBe('answered');
    applyFacts(cache, [decided('recalled'), told('reopened', anyPrompt('p'))]);
    expect(listed('p')).toMatchObject({ state: 'open', decision: null });
    applyFacts(cache, [told('reopened', anyPrompt('p')), decided('recalled')]);
    expect(listed('p')).toMatchObject({ state: 'open', decision: null });
  });

  it('keeps a prompt that is not touched the same object, and the list when nothing changed', () => {
    const before = list();
    applyFacts(cache, [envelope('claim', { change: 'claimed', promptId: 'unknown', claim })]);
    expect(list()).toBe(before);
    applyFacts(cache, [told('revised', anyPrompt('p', { revision: 2 }))]);
    expect(listed('q')).toBe(before[1]);
  });
});

describe('the list', () => {
  it('is the same by one batch as by single writes, wherever it is cut', () => {
    const step = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), revision: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(step), fc.nat(5), (steps, cut) => {
        const changes = steps.map(({ id, revision }) => putChange(anyPrompt(id, { revision })));
        const start = [anyPrompt('a')];
        const whole = changeList(start, changes);
        const parts = changeList(changeList(start, changes.slice(0, cut)), changes.slice(cut));
        expect(parts).toEqual(whole);
        expect(start).toEqual([anyPrompt('a')]);
        const ids = whole.map((prompt) => prompt.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('forgets the oldest closed prompts of a long day, never an open one', () => {
    const closed = Array.from({ length: 1_100 }, (_, index) =>
      anyPrompt(`c${String(index)}`, { state: 'answered', closedAt: index }),
    );
    const next = changeList([anyPrompt('open'), ...closed], [putChange(anyPrompt('new'))]);
    expect(next).toHaveLength(1_002);
    expect(next.map((prompt) => prompt.id)).toEqual(
      expect.arrayContaining(['open', 'new', 'c1099', 'c100']),
    );
    expect(next.some((prompt) => prompt.id === 'c99')).toBe(false);
  });

  it('that is read while facts arrive is not older than they are', () => {
    const recorder = recordChanges(cache);
    writePrompts(cache, [putChange(anyPrompt('p', { revision: 7 }))]);
    recorder.stop();
    writePrompts(cache, [putChange(anyPrompt('p', { revision: 8 }))]);
    const read = changeList([anyPrompt('p')], recorder.changes);
    expect(read[0]?.revision).toBe(7);
  });
});

/** A client whose stream the test speaks for. */
function spokenFor() {
  const said: {
    fact: (envelope: Envelope) => void;
    presence: (presence: Presence) => void;
  } = { fact: () => {}, presence: () => {} };
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
    onPresence: (listener: typeof said.presence) => {
      said.presence = listener;
      return () => {};
    },
    onReset: () => () => {},
    onChanged: () => () => {},
    connection,
  };
  return { said, connection, client };
}

describe('who has a prompt open', () => {
  const ann = { operator: 'ann', name: 'Ann', mode: 'viewing' as const, since: 5 };
  const seen = { at: 5, operator: 'ann', name: 'Ann' };

  it('has seen it, once and for all, when the server says so', async () => {
    const { said, client } = spokenFor();
    const undo = keepLive(client, cache);
    said.presence({ promptId: 'p', people: [{ ...ann, operator: 'vera' }], seen: null });
    await Promise.resolve();
    expect(listed('p')?.seen).toBeNull();
    undo();
    const again = keepLive(client, cache);
    said.presence({ promptId: 'p', people: [ann], seen });
    await Promise.resolve();
    expect(listed('p')?.seen).toEqual(seen);
    const before = listed('p');
    again();
    const third = keepLive(client, cache);
    said.presence({ promptId: 'p', people: [], seen: { ...seen, at: 9 } });
    await Promise.resolve();
    expect(listed('p')).toBe(before);
    third();
  });

  it('has seen it when taking it, which no fact says by itself', () => {
    applyFacts(cache, [envelope('claim', { change: 'claimed', promptId: 'p', claim })]);
    expect(listed('p')?.seen).toEqual({ at: 1, operator: 'ann', name: 'Ann' });
    applyFacts(cache, [envelope('claim', { change: 'released', promptId: 'p', claim: null })]);
    expect(listed('p')?.seen).toEqual({ at: 1, operator: 'ann', name: 'Ann' });
  });

  it('is asked for again once the stream is live after a loss: nothing of it is told again', () => {
    const { connection, client } = spokenFor();
    const undo = keepLive(client, cache);
    cache.setQueryData(queryKeys.presence, [{ promptId: 'p', people: [ann] }]);
    const isStale = () => cache.getQueryState(queryKeys.presence)?.isInvalidated;
    connection.setState({ status: 'offline' });
    expect(isStale()).toBe(false);
    connection.setState({ status: 'catching-up' });
    expect(isStale()).toBe(false);
    connection.setState({ status: 'live' });
    expect(isStale()).toBe(true);
    undo();
  });
});

describe('a burst of facts', () => {
  it('is written once per 50 ms and drawn once, the first at once', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { said, client } = spokenFor();
    const tell = (envelope: Envelope) => said.fact(envelope);
    const undo = keepLive(client, cache);
    let writes = 0;
    cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.query.queryKey[0] === 'prompts') writes += 1;
    });
    tell(told('opened', anyPrompt('n0')));
    await Promise.resolve();
    expect(list()).toHaveLength(3);
    for (let index = 1; index <= 200; index += 1)
      tell(told('opened', anyPrompt(`n${String(index)}`)));
    await Promise.resolve();
    expect(list()).toHaveLength(3);
    vi.advanceTimersByTime(50);
    expect(list()).toHaveLength(203);
    expect(writes).toBe(2);
    undo();
    vi.useRealTimers();
  });
});

it('a fact of an older server, which did not say what an answer waits for, is read with its defaults', () => {
  const { waitsFor: _, ...older } = decision();
  const prompt = { ...anyPrompt('p'), state: 'answered', decision: older };
  applyFacts(cache, [envelope('prompt', { change: 'answered', prompt })]);
  expect(listed('p')?.decision?.waitsFor).toEqual([]);
});
