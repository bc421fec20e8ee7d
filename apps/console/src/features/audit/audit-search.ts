import { type AuditKind, auditKinds } from '@countersign/api/records/audit';

/** The members of the address of the audit. */
export interface AuditSearch {
  q?: string;
  kind?: AuditKind;
  /** A person, a connection and a tool, by their ids. */
  who?: string;
  agent?: string;
  tool?: string;
  task?: string;
  /** How far back. */
  since?: keyof typeof spansMs;
  /** The entry that is open. */
  entry?: number;
}

const hourMs = 3_600_000;
export const spansMs = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
} as const;
export const spans = Object.keys(spansMs) as (keyof typeof spansMs)[];

const words = ['q', 'who', 'agent', 'tool', 'task'] as const;

/** Anything else is dropped. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const texts = words.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 200)]] : [];
  });
  const kind = auditKinds.find((one) => one === search['kind']);
  const since = spans.find((one) => one === search['since']);
  const entry = Number(search['entry']);
  return {
    ...Object.fromEntries(texts),
    ...(kind === undefined ? {} : { kind }),
    ...(since === undefined ? {} : { since }),
    ...(Number.isSafeInteger(entry) && entry > 0 ? { entry } : {}),
  };
}

/** What the server is asked for. `now` is cut to minutes, so that the same list is not asked for again and again. */
export function auditQuery({ q, kind, who, agent, tool, task, since }: AuditSearch, now: number) {
  const minuteMs = 60_000;
  return {
    ...(q === undefined ? {} : { text: q }),
    ...(kind === undefined ? {} : { kind }),
    ...(who === undefined ? {} : { operator: who }),
    ...(agent === undefined ? {} : { agent }),
    ...(tool === undefined ? {} : { tool }),
    ...(task === undefined ? {} : { task }),
    ...(since === undefined
      ? {}
      : { from: Math.floor(now / minuteMs) * minuteMs - spansMs[since] }),
  };
}
