import type { Insights, InsightsQuery, SourceFigures } from '@countersign/api/records/insights';
import type { Reading } from '@countersign/server/store/port';
import { proposalsOf } from './proposals.ts';
import { type Counted, rankOf } from './ranks.ts';
import {
  editedFields,
  type SourceSums,
  scopeOf,
  sumsByConfidence,
  sumsByPerson,
  sumsBySource,
  sumsByTime,
  timesBySource,
} from './rows/sums.ts';
import { wilson } from './wilson.ts';

const mostSources = 200;
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Exclusive. */
const timeLimitsMs = [
  ...[2, 4, 8, 15, 30].map((n) => n * second),
  ...[1, 2, 4, 8, 15, 30].map((n) => n * minute),
  hour,
  4 * hour,
];

/** Ten minutes for up to two days, hours for up to two weeks, then days: at most about 370 points. */
export function stepOf({ from, to }: Pick<InsightsQuery, 'from' | 'to'>): number {
  if (to - from <= 2 * day) return 10 * minute;
  return to - from <= 14 * day ? hour : day;
}

/** The figures of a period: sums of the store, read one after another. */
export async function figuresOf(reading: Reading, query: InsightsQuery): Promise<Insights> {
  const scope = scopeOf(query);
  const stepMs = stepOf(query);
  const sums = await sumsBySource(reading, scope);
  const times = (await timesBySource(reading, scope)).map(({ ms, n, ...source }) => ({
    ...{ ms: Number(ms), n: Number(n) },
    source: placeOf(source),
  }));
  const timesOf = new Map<string, Counted[]>();
  for (const { source, ...counted } of times) {
    const known = timesOf.get(source);
    if (known === undefined) timesOf.set(source, [counted]);
    else known.push(counted);
  }
  const all = sums.map((row) => sourceOf(row, timesOf.get(placeOf(row)) ?? []));
  const total = (name: keyof SourceSums & `n_${string}`) =>
    sums.reduce((sum, row) => sum + Number(row[name]), 0);
  const stated = await sumsByConfidence(reading, scope);
  const points = await sumsByTime(reading, scope, { from: query.from, stepMs });
  const figures = {
    asked: all.reduce((sum, { asked }) => sum + asked, 0),
    open: total('n_open'),
    by: {
      person: total('n_approved') + total('n_edited') + total('n_rejected') + total('n_other'),
      policy: total('n_bypolicy'),
      default: total('n_bydefault'),
      nobody: total('n_open') + total('n_unanswered'),
    },
    answers: {
      approved: total('n_approved'),
      unread: total('n_unread'),
      edited: total('n_edited'),
      rejected: total('n_rejected'),
      other: total('n_other'),
      unseen: total('n_unseen'),
    },
    time: {
      answered: times.reduce((sum, { n }) => sum + n, 0),
      p50Ms: rankOf(times, 50),
      p95Ms: rankOf(times, 95),
      histogram: [...timeLimitsMs, null].map((upToMs, at) => ({
        upToMs,
        n: times
          .filter(({ ms }) => ms >= (timeLimitsMs[at - 1] ?? 0) && ms < (upToMs ?? Infinity))
          .reduce((sum, { n }) => sum + n, 0),
      })),
    },
    confidence: stated.map(({ bucket, n, untouched }) => ({
      ...{ at: bucket / 10, n: Number(n), left: Number(untouched) },
      ...wilson(Number(untouched), Number(n)),
    })),
    load: {
      stepMs,
      points: points.map(({ step, asked, waited }) => ({
        ...{ at: query.from + Number(step) * stepMs, asked: Number(asked) },
        blocking: Number(waited),
      })),
    },
    fields: (await editedFields(reading, scope)).map(({ agent, field, n }) => ({
      ...{ agentId: agent, field, n: Number(n) },
    })),
    people: (await sumsByPerson(reading, scope)).map((row) => ({ ...row, n: Number(row.n) })),
  };
  const others = all.slice(mostSources).reduce((sum, { asked }) => sum + asked, 0);
  const proposals = proposalsOf({ ...figures, sources: all });
  return { ...figures, sources: all.slice(0, mostSources), others, proposals };
}

const placeOf = ({ agent, tool }: { agent: string; tool: string }): string =>
  JSON.stringify([agent, tool]);

const sourceOf = (row: SourceSums, times: readonly Counted[]): SourceFigures => ({
  agentId: row.agent,
  tool: row.tool,
  asked: Number(row.asked),
  approved: Number(row.n_approved),
  unread: Number(row.n_unread),
  edited: Number(row.n_edited),
  rejected: Number(row.n_rejected),
  other: Number(row.n_other),
  byPolicy: Number(row.n_bypolicy),
  byDefault: Number(row.n_bydefault),
  unseen: Number(row.n_unseen),
  unanswered: Number(row.n_unanswered),
  p50Ms: rankOf(times, 50),
  p95Ms: rankOf(times, 95),
  example: row.example,
});
