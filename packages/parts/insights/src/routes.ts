import {
  type CountedPage,
  type CountedQuestion,
  isInsightsPeriod,
  longestPeriodMs,
} from '@countersign/api/records/insights';
import { say } from '@countersign/api/statements';
import {
  decodePageCursor,
  encodePageCursor,
  pageOfRows,
} from '@countersign/server/http/page-cursor';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { figuresOf } from './figures.ts';
import { type CountedRow, countedQuestions } from './rows/counted-questions.ts';

const deciders: Readonly<Record<string, CountedQuestion['by']>> = {
  operator: 'person',
  default: 'default',
  escalation: 'default',
};

/** The figures of questions and answers. */
export function registerInsights(app: ZodApp, { journal }: Pick<Kernel, 'journal'>): void {
  serve(app, 'GET /api/insights', async ({ query }) => {
    requirePeriod(query);
    return figuresOf(journal.read, query);
  });

  serve(app, 'GET /api/insights/questions', async ({ query }): Promise<CountedPage> => {
    requirePeriod(query);
    const rows = await countedQuestions(journal.read, query, decodePageCursor(query.cursor));
    return pageOfRows(rows, query.limit, {
      item: itemOf,
      cursor: (row) => encodePageCursor(Number(row.asked), row.prompt),
    });
  });
}

function requirePeriod(period: { from: number; to: number }): void {
  if (isInsightsPeriod(period)) return;
  const days = Math.floor(longestPeriodMs / 86_400_000);
  throw new ProblemError('invalid-request', say('insights.period', { days }));
}

const number = (value: number | null): number | null => (value === null ? null : Number(value));

const itemOf = (row: CountedRow): CountedQuestion => ({
  promptId: row.prompt,
  taskId: row.thread,
  agentId: row.agent,
  tool: row.tool,
  ask: row.ask,
  severity: row.severity as CountedQuestion['severity'],
  confidence: row.confidence === null ? null : Number(row.confidence) / 1_000,
  askedAt: Number(row.asked),
  endedAt: number(row.ended),
  by: row.by_kind === null ? 'nobody' : (deciders[row.by_kind] ?? 'policy'),
  byName: row.by_name,
  answer: row.answer as CountedQuestion['answer'],
  visibleMs: number(row.visible_ms),
});
