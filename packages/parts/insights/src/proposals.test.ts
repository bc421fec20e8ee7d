import type { SourceFigures } from '@countersign/api/records/insights';
import { expect, it } from 'vitest';
import { proposalsOf } from './proposals.ts';
import { wilson } from './wilson.ts';

const source = (figures: Partial<SourceFigures>): SourceFigures => ({
  ...{ agentId: 'a', tool: '', asked: 0, approved: 0, unread: 0, edited: 0, rejected: 0, other: 0 },
  ...{ byPolicy: 0, byDefault: 0, unseen: 0, unanswered: 0, p50Ms: null, p95Ms: null },
  example: null,
  ...figures,
});
const nothing = {
  asked: 1_000,
  answers: { approved: 0, unread: 0, edited: 0, rejected: 0, other: 0, unseen: 0 },
  by: { person: 0, policy: 0, default: 0, nobody: 0 },
  sources: [],
  confidence: [],
  fields: [],
};
const bin = (at: number, n: number, left: number) => ({ at, n, left, ...wilson(left, n) });

it('proposes nothing of few answers', () => {
  const sources = [source({ asked: 19, approved: 19 })];
  expect(proposalsOf({ ...nothing, sources })).toEqual([]);
});

it('proposes an answer by itself only where people nearly always said yes unchanged', () => {
  const sure = source({ asked: 100, approved: 97, rejected: 3, example: 'q-1' });
  const unsure = source({ agentId: 'b', asked: 100, approved: 96, rejected: 4 });
  expect(proposalsOf({ ...nothing, sources: [sure, unsure] })).toEqual([
    {
      ...{ kind: 'answer-by-itself', agentId: 'a', tool: '', part: 97, of: 100 },
      ...{ detail: null, example: 'q-1' },
    },
  ]);
});

it('names the field that is edited most, and the confidence from which on nothing is', () => {
  const sources = [source({ asked: 40, approved: 20, edited: 20 })];
  const fields = [
    { agentId: 'b', field: 'Date', n: 30 },
    { agentId: 'a', field: 'Amount', n: 18 },
  ];
  const confidence = [bin(0.5, 40, 20), bin(0.8, 40, 39), bin(0.9, 60, 58)];
  expect(proposalsOf({ ...nothing, sources, fields, confidence })).toMatchObject([
    { kind: 'confidence', detail: '0.8', part: 97, of: 100 },
    { kind: 'teach', detail: 'Amount', part: 20, of: 40 },
  ]);
});

it('has at most five, by how many questions each is about', () => {
  const sources = Array.from({ length: 9 }, (_, at) =>
    source({ agentId: `a-${at}`, asked: 30 + at, approved: 30 + at }),
  );
  const found = proposalsOf({ ...nothing, sources });
  expect(found.map(({ part }) => part)).toEqual([38, 37, 36, 35, 34]);
});

it('says that approvals were not read, and defaults not seen', () => {
  const answers = { ...nothing.answers, approved: 100, unread: 30, unseen: 3 };
  const by = { ...nothing.by, person: 100, default: 11 };
  expect(proposalsOf({ ...nothing, answers, by })).toMatchObject([
    { kind: 'unread', part: 30, of: 100 },
    { kind: 'unseen-default', part: 3, of: 11 },
  ]);
});

it('gives an interval that few answers make wide', () => {
  expect(wilson(17, 20).low).toBeCloseTo(0.64, 2);
  expect(wilson(17, 20).high).toBeCloseTo(0.948, 3);
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilson(20, 20).high).toBe(1);
});
