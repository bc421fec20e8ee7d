import { figureKinds } from '@countersign/api/records/insights';

export type FigureKind = (typeof figureKinds)[number] | 'all';

/** What the address of the page says. */
export interface InsightsSearch {
  /** Of the period; absent = 7. */
  days?: 1 | 30 | 90;
  agent?: string;
  person?: string;
  /** The questions behind a figure are listed. */
  kind?: FigureKind;
  tool?: string;
}

const texts = ['agent', 'person', 'tool'] as const;

/** Reads the address; anything else is dropped. */
export function parseInsightsSearch(search: Record<string, unknown>): InsightsSearch {
  const days = ([1, 30, 90] as const).find((one) => one === Number(search['days']));
  const kind = [...figureKinds, 'all' as const].find((one) => one === search['kind']);
  const read: InsightsSearch = {};
  if (days !== undefined) read.days = days;
  if (kind !== undefined) read.kind = kind;
  for (const name of texts) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') read[name] = value.slice(0, 200);
  }
  return read;
}

const day = 86_400_000;

/** The period until now, in whole ten minutes, so that the same figures are not read again each second. */
export function periodOf({ days = 7 }: { days?: 1 | 7 | 30 | 90 }, now: number) {
  const to = Math.ceil(now / 600_000) * 600_000;
  return { from: to - days * day, to };
}
