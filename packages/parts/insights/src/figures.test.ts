import type { Insights, InsightsQuery } from '@countersign/api/records/insights';
import { engines, type StoreUnderTest } from '@countersign/bff/testing/store-engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import { countedQuestions } from './rows/counted-questions.ts';
import { keepFigures, type QuestionFigures } from './rows/question-figures.ts';

const base: QuestionFigures = {
  ...{ prompt: 'q', thread: 't', agent: 'refunds', tool: 'refund', severity: 'major', blocking: 1 },
  ...{ confidence: null, asked: 0, first_seen: null, ended: null, state: 'open', by_kind: null },
  ...{ by_id: null, by_name: null, answer: null, in_bulk: 0, visible_ms: null, edits: null },
};
const day = 86_400_000;
const week: InsightsQuery = { from: 10 * day, to: 17 * day };

/** The nearest rank: the least value that at least so many of 100 are not above. */
function rank(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
}

/** Downwards. */
const twoDigits = (ms: number) => {
  const unit = 10 ** Math.max(0, String(ms).length - 2);
  return Math.floor(ms / unit) * unit;
};

/** The same figures by the definitions, without SQL. */
function recomputed(rows: readonly QuestionFigures[], { from, to, agent, person }: InsightsQuery) {
  const asked = rows.filter(
    (row) =>
      row.asked >= from &&
      row.asked < to &&
      (agent === undefined || row.agent === agent) &&
      (person === undefined || (row.by_kind === 'operator' && row.by_id === person)),
  );
  const answered = asked.filter(({ state }) => state === 'answered');
  const people = answered.filter((row) => row.by_kind === 'operator');
  const defaults = answered.filter((row) => ['default', 'escalation'].includes(row.by_kind ?? ''));
  const gave = (answer: string) => people.filter((row) => row.answer === answer);
  const times = people.map((row) => twoDigits((row.ended ?? 0) - row.asked));
  const known = ['approve', 'edit', 'reject'];
  return {
    asked: asked.length,
    open: asked.filter(({ state }) => state === 'open').length,
    by: {
      person: people.length,
      policy: answered.length - people.length - defaults.length,
      default: defaults.length,
      nobody: asked.length - answered.length,
    },
    answers: {
      approved: gave('approve').length,
      unread: gave('approve').filter(
        (row) => row.in_bulk === 0 && row.visible_ms !== null && row.visible_ms < 2_000,
      ).length,
      edited: gave('edit').length,
      rejected: gave('reject').length,
      other: people.filter((row) => !known.includes(row.answer ?? '')).length,
      unseen: defaults.filter((row) => row.first_seen === null).length,
    },
    time: { answered: people.length, p50Ms: rank(times, 50), p95Ms: rank(times, 95) },
    stated: people.filter((row) => row.confidence !== null && known.includes(row.answer ?? ''))
      .length,
  };
}

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const question = fc
  .record({
    agent: oneOf('refunds', '退款', 'deploy'),
    tool: oneOf('', 'refund', 'restart'),
    asked: fc.integer({ min: 9 * day, max: 18 * day }),
    took: fc.integer({ min: 0, max: 5 * 3_600_000 }),
    state: oneOf('open', 'answered', 'answered', 'answered', 'expired', 'withdrawn'),
    by_kind: oneOf('operator', 'operator', 'default', 'escalation', 'rule'),
    by_id: oneOf('ada', 'mei'),
    answer: oneOf('approve', 'approve', 'edit', 'reject', 'rank', 'instruction'),
    in_bulk: oneOf(0, 0, 1),
    visible_ms: oneOf(null, 0, 1_999, 2_000, 60_000),
    first_seen: oneOf(null, 10 * day),
    confidence: oneOf(null, 0, 100, 350, 900, 1_000),
    blocking: oneOf(0, 1),
    edits: oneOf(null, '["Amount"]', '["Limits › CPU","Amount"]'),
  })
  .map(({ took, ...row }): QuestionFigures => {
    const isOpen = row.state === 'open';
    const isAnswered = row.state === 'answered';
    return {
      ...{ ...base, ...row },
      ended: isOpen ? null : row.asked + took,
      by_kind: isAnswered ? row.by_kind : null,
      by_id: isAnswered ? row.by_id : null,
      by_name: isAnswered ? row.by_id : null,
      answer: isAnswered ? row.answer : null,
    };
  });

describe.each(engines)('figures in %s', (_, open) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const fill = async (rows: readonly Partial<QuestionFigures>[]) => {
    await store.empty();
    await store.transact(0, async (writing) => {
      for (const [at, row] of rows.entries()) {
        await keepFigures(writing, { ...base, ...row, prompt: `q-${at}` });
      }
    });
  };

  it('are those that a plain program counts, for any history and scope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(question, { maxLength: 60 }),
        oneOf<Partial<InsightsQuery>>({}, { agent: '退款' }, { person: 'mei' }),
        async (rows, scope) => {
          await fill(rows);
          const query = { ...week, ...scope };
          const { stated, ...expected } = recomputed(rows, query);
          const figures: Insights = await figuresOf(store.reading, query);
          expect(figures).toMatchObject(expected);
          const sum = (values: readonly { n: number }[]) =>
            values.reduce((total, { n }) => total + n, 0);
          expect(sum(figures.time.histogram)).toBe(expected.time.answered);
          expect(sum(figures.confidence)).toBe(stated);
          expect(sum(figures.people)).toBe(expected.by.person);
          expect(figures.load.points.reduce((total, point) => total + point.asked, 0)).toBe(
            expected.asked,
          );
          for (const source of figures.sources) {
            const own = rows.filter((row) => row.tool === source.tool);
            expect(source).toMatchObject({
              ...recomputed(own, { ...query, agent: source.agentId }).answers,
            });
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of nothing are zero, and no time', async () => {
    await fill([]);
    expect(await figuresOf(store.reading, week)).toMatchObject({
      ...{ asked: 0, open: 0, sources: [], proposals: [], confidence: [] },
      time: { answered: 0, p50Ms: null, p95Ms: null },
    });
  });

  it('take the nearest rank among equals, and count a confidence of 1 in the last bin', async () => {
    const given = { asked: week.from, state: 'answered', by_kind: 'operator', by_id: 'ada' };
    const took = (ms: number) => ({ ...given, ended: week.from + ms, answer: 'approve' });
    await fill([took(1), took(5), took(5), { ...took(9), confidence: 1_000 }]);
    const figures = await figuresOf(store.reading, week);
    expect(figures.time).toMatchObject({ answered: 4, p50Ms: 5, p95Ms: 9 });
    expect(figures.confidence).toMatchObject([{ at: 0.9, n: 1, left: 1 }]);
  });

  it('open the questions that they count, page by page', async () => {
    const answered = { state: 'answered', by_kind: 'operator', by_id: 'ada', ended: week.to };
    const row = (at: number, answer: string) => ({ ...answered, answer, asked: week.from + at });
    await fill([row(1, 'approve'), row(2, 'reject'), row(3, 'reject'), row(3, 'reject')]);
    const query = { ...week, kind: 'rejected', limit: 2 } as const;
    const first = await countedQuestions(store.reading, query, null);
    expect(first.map(({ prompt }) => prompt)).toEqual(['q-3', 'q-2', 'q-1']);
    const before = { at: week.from + 3, id: 'q-2' };
    const second = await countedQuestions(store.reading, query, before);
    expect(second.map(({ prompt }) => prompt)).toEqual(['q-1']);
  });
});
