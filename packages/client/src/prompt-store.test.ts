import type { ClaimFact, PromptFact, ShortPromptFact } from '@countersign/api/fact';
import { type Decision, type Prompt, promptSchema } from '@countersign/api/prompt';
import { rowOf, wireRowOf } from '@countersign/api/prompt-row';
import type { Envelope } from '@countersign/hai/envelope';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { promptChangeOf } from './prompt-change.ts';
import { createPromptStore, type PromptStore } from './prompt-store.ts';

const p = 'y5a8vhh2kaersf1sghyxxsmp5m';
const q = `call_Yk3uTq0vJX8m2LrPzN5aW0001~${'子'.repeat(180)}`;
const some = (id: string, part: Partial<Prompt> = {}): Prompt =>
  promptSchema.parse({
    id,
    taskId: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    taskTitle: 'Task',
    runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    agentId: 'recommender',
    agentName: 'Recommender',
    origin: 'upformat',
    blocking: true,
    state: 'open',
    severity: 'minor',
    revision: 1,
    sequence: 1,
    ask: 'Where?',
    message: {
      messageId: id,
      threadId: 't',
      timestamp: '2026-01-01T00:00:00Z',
      state: 'needsHumanDecision',
    },
    digest: 'd',
    openedAt: 1,
    revisedAt: null,
    expiresAt: null,
    closedAt: null,
    closedReason: null,
    decision: null,
    ...part,
  });

let position = 0;
const envelope = (name: string, value: unknown): Envelope => {
  position += 1;
  return {
    position,
    threadId: 't',
    runId: 'r',
    sequence: position,
    receivedAt: 0,
    agentId: 'countersign',
    event: { type: 'CUSTOM', name: `countersign.${name}`, value },
  };
};
const reported = (change: PromptFact['change'], prompt: Prompt) =>
  envelope('prompt', { change, prompt } satisfies PromptFact);
const decision = (part: Partial<Decision> = {}): Decision => ({
  id: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b12',
  promptId: p,
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
const decided = (change: Decision['state']) =>
  envelope('decision', { change, decision: decision({ state: change }) });
const claim = { operator: 'ann', name: 'Ann', since: 1, until: 2, takeOver: null };
const claimed = (promptId: string, by: ClaimFact['claim'] = claim) =>
  envelope('claim', { change: 'claimed', promptId, claim: by } satisfies ClaimFact);

let store: PromptStore;
const notify = (...envelopes: Envelope[]) =>
  store.apply(envelopes.map(promptChangeOf).filter((change) => change !== null));
const rows = () => store.known.getState().rows;
const row = (id: string) => rows().find((each) => each.id === id);
const whole = (id: string) => store.known.getState().whole.get(id);
beforeEach(() => {
  store = createPromptStore();
  store.put([some(p), some(q)]);
});

describe('facts', () => {
  it('set the claim of a prompt, in its row and in the whole prompt, and mark it as seen', () => {
    notify(claimed(p));
    const seen = { at: 1, operator: 'ann', name: 'Ann' };
    expect(row(p)).toMatchObject({ claim, seen });
    expect(whole(p)).toMatchObject({ claim, seen });
    notify(claimed(p, null));
    expect(row(p)).toMatchObject({ claim: null, seen });
  });

  it('open a prompt again whose answer was recalled, in either order', () => {
    notify(decided('recorded'));
    expect(row(p)?.state).toBe('answered');
    notify(decided('recalled'), reported('reopened', some(p)));
    expect(row(p)).toMatchObject({ state: 'open', decision: null });
    notify(reported('reopened', some(p)), decided('recalled'));
    expect(row(p)).toMatchObject({ state: 'open', decision: null });
  });

  it('keep unchanged objects identical, and everything if nothing is new', () => {
    const before = store.known.getState();
    const other = row(q);
    notify(claimed('unknown'), envelope('prompt', undefined), envelope('claim', { promptId: p }));
    expect(store.known.getState()).toBe(before);
    notify(reported('revised', some(p, { revision: 2 })));
    expect(row(p)).toEqual(rowOf(some(p, { revision: 2 })));
    expect(row(q)).toBe(other);
    expect(whole(q)).toBe(before.whole.get(q));
  });

  it('of an older server are read with their defaults', () => {
    const { waitsFor: _, releaseAt: __, ...older } = decision();
    const prompt = { ...some(p), comments: undefined, state: 'answered', decision: older };
    notify(envelope('prompt', { change: 'answered', prompt }));
    expect(row(p)?.decision?.waitsFor).toEqual([]);
    expect(whole(p)).toMatchObject({ comments: [], decision: { releaseAt: null, waitsFor: [] } });
  });

  it('that are duplicate or late change nothing, in any batches', () => {
    const ids = [p, q, 'new'] as const;
    const fact = fc.record({
      id: fc.constantFrom(...ids),
      kind: fc.constantFrom('whole', 'claim', 'free', 'decision'),
      revision: fc.nat(9),
    });
    const again = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 20 }), fc.nat(20), again, (facts, cut, repeats) => {
        const stream = facts.map(({ id, kind, revision }) => {
          if (kind === 'whole') return reported('revised', some(id, { revision }));
          if (kind === 'decision')
            return envelope('decision', { decision: decision({ promptId: id }) });
          return claimed(id, kind === 'claim' ? claim : null);
        });
        const start = () => {
          store = createPromptStore();
          store.put([some(p), some(q)]);
        };
        start();
        notify(...stream);
        const expected = store.known.getState();
        start();
        notify(...stream.slice(0, cut));
        notify(...stream.slice(cut));
        for (const [at, from] of repeats) {
          const late = stream[at % Math.max(1, stream.length)];
          if (late !== undefined) notify(late, ...stream.slice(from % stream.length));
        }
        expect(store.known.getState().rows).toEqual(expected.rows);
        for (const id of ids) expect(whole(id)).toEqual(expected.whole.get(id));
        expect(new Set(rows().map(({ id }) => id)).size).toBe(rows().length);
      }),
    );
  });

  it('with the whole prompt result in the newest one, in any order', () => {
    const shuffled = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(shuffled, (order) => {
        store = createPromptStore();
        const stream = order.map((_, revision) => reported('revised', some(p, { revision })));
        for (const at of order) notify(...stream.slice(at, at + 1));
        expect(whole(p)?.revision).toBe(5);
        expect(row(p)?.revision).toBe(5);
      }),
    );
  });
});

describe('a reading', () => {
  it('is overridden by facts received after its request, and overrides earlier ones', () => {
    notify(reported('revised', some(p, { revision: 5 })));
    const reading = store.read();
    notify(reported('revised', some(p, { revision: 7 })), claimed(q));
    reading.rows([some(p, { revision: 6 }), some(q, { revision: 6 }), some('r')].map(rowOf));
    reading.whole(some(p, { revision: 6 }));
    reading.end();
    expect(row(p)?.revision).toBe(7);
    expect(whole(p)?.revision).toBe(7);
    expect(row(q)).toMatchObject({ revision: 6, claim });
    expect(rows().map(({ id }) => id)).toEqual([p, q, 'r']);
    const next = store.read();
    next.rows([rowOf(some(p, { revision: 8 }))]);
    next.end();
    expect(row(p)?.revision).toBe(8);
  });

  it('after a gap is accepted as it is, also for a log that starts again', () => {
    notify(reported('revised', some(p, { revision: 5 })));
    store.forget();
    const reading = store.read();
    reading.rows([rowOf(some(p, { revision: 2 }))]);
    reading.end();
    expect(row(p)?.revision).toBe(2);
    position = 0;
    notify(reported('revised', some(p, { revision: 3 })));
    expect(row(p)?.revision).toBe(3);
  });

  it('is discarded if another operator signed in in the meantime', () => {
    const reading = store.read();
    store.clear();
    reading.rows([rowOf(some(p))]);
    reading.whole(some(p));
    expect(store.known.getState()).toEqual({ rows: [], whole: new Map() });
  });
});

describe('whole prompts', () => {
  it('received while open are stored; closed ones only while on screen', () => {
    const over = (id: string) => reported('answered', some(id, { state: 'answered' }));
    const undo = store.hold(['shown']);
    notify(reported('opened', some('waits')), over('waits'), over('shown'), over('elsewhere'));
    expect(whole('waits')?.state).toBe('answered');
    expect(whole('shown')?.state).toBe('answered');
    expect(whole('elsewhere')).toBeUndefined();
    expect(row('elsewhere')?.state).toBe('answered');
    store.forget();
    expect([...store.known.getState().whole.keys()]).toEqual(['shown']);
    undo();
    store.forget();
    expect(store.known.getState().whole.size).toBe(0);
  });

  it('are at most 200 in addition to those on screen, which are never removed', () => {
    const undo = store.hold([p]);
    const again = store.hold([p]);
    undo();
    const many = Array.from({ length: 300 }, (_, index) => some(`many-${String(index)}`));
    notify(...many.map((prompt) => reported('opened', prompt)));
    expect(store.known.getState().whole.size).toBe(201);
    expect(whole(p)).toBeDefined();
    expect(whole('many-299')).toBeDefined();
    expect(whole('many-0')).toBeUndefined();
    expect(rows()).toHaveLength(302);
    again();
  });
});

describe('a short fact', () => {
  const short = (prompt: Prompt, change: PromptFact['change'] = 'revised') =>
    envelope('prompt', { change, row: wireRowOf(prompt) } satisfies ShortPromptFact);
  const apply = (store: PromptStore, ...news: Envelope[]) =>
    store.apply(news.flatMap((each) => promptChangeOf(each) ?? []));
  const revised = some(q, { revision: 2, ask: 'Where now?' });

  it('replaces the row; the whole prompt is forgotten, unless it is on screen: then it is reported', () => {
    const store = createPromptStore();
    const outdated: string[] = [];
    store.onOutdated((ids) => outdated.push(...ids));
    store.put([some(p), some(q)]);
    const release = store.hold([p]);
    apply(store, short(some(p, { revision: 2 })), short(revised));
    const { rows, whole } = store.known.getState();
    expect(rows).toEqual([rowOf(some(p, { revision: 2 })), rowOf(revised)]);
    expect([...whole.keys()]).toEqual([p]);
    expect(whole.get(p)?.revision).toBe(1);
    expect(outdated).toEqual([p, q]);
    release();
  });

  it('of an answer closes the whole prompt, unless another revision was answered', () => {
    const store = createPromptStore();
    const outdated: string[] = [];
    store.onOutdated((ids) => outdated.push(...ids));
    store.put([some(p), some(q)]);
    store.hold([p, q]);
    const closed = { state: 'answered', closedAt: 7 } as const;
    const answer = decision();
    apply(
      store,
      short(some(p, closed), 'answered'),
      envelope('decision', { change: 'recorded', decision: answer }),
      short(some(q, { ...closed, revision: 2 }), 'answered'),
    );
    const { whole } = store.known.getState();
    expect(whole.get(p)).toEqual(some(p, { ...closed, decision: answer }));
    expect(outdated).toEqual([q]);
  });

  it('received during a reading takes precedence: the response is kept only for the screen, and has to be read again', () => {
    const store = createPromptStore();
    const ahead = store.read();
    apply(store, short(revised));
    expect(ahead.whole(some(q))).toBe(false);
    expect(store.known.getState().whole.has(q)).toBe(false);
    store.hold([q]);
    expect(ahead.whole(some(q))).toBe(false);
    ahead.end();
    expect(store.known.getState().whole.get(q)?.revision).toBe(1);
    const again = store.read();
    expect(again.whole(revised)).toBe(true);
    again.end();
    expect(store.known.getState().whole.get(q)?.revision).toBe(2);
  });
});

it('forgets the oldest closed rows of a long session, never an open one', () => {
  const closed = Array.from({ length: 1_100 }, (_, index) =>
    some(`c${String(index)}`, { state: 'answered', closedAt: index }),
  );
  notify(...closed.map((prompt) => reported('answered', prompt)));
  expect(rows()).toHaveLength(1_002);
  expect(rows().map(({ id }) => id)).toEqual(expect.arrayContaining([p, q, 'c1099', 'c100']));
  expect(row('c99')).toBeUndefined();
});
