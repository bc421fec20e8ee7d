import type { CountedQuery } from '@countersign/api/records/insights';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading } from '@countersign/server/store/port';
import type { QuestionFigures } from './question-figures.ts';
import { kindConditions, scopeOf } from './sums.ts';

export type CountedRow = QuestionFigures & { ask: string | null };

/** The questions of a figure, newest first, and one more. `before`: the place of the last one that was read. */
export function countedQuestions(
  reading: Reading,
  { kind, tool, limit, ...scope }: CountedQuery,
  before: { at: number; id: string } | null,
): Awaitable<CountedRow[]> {
  const { where, values } = scopeOf(scope);
  const parts = [where];
  if (kind !== undefined) parts.push(kindConditions[kind]);
  if (tool !== undefined) {
    parts.push('tool = ?');
    values.push(tool);
  }
  if (before !== null) {
    parts.push('(asked, prompt) < (?, ?)');
    values.push(before.at, before.id);
  }
  return reading.all<CountedRow>(
    `SELECT f.*, p.ask FROM (SELECT * FROM question_figures WHERE ${parts.join(' AND ')}
       ORDER BY asked DESC, prompt DESC LIMIT ?) f LEFT JOIN prompts p ON p.id = f.prompt
     ORDER BY f.asked DESC, f.prompt DESC`,
    ...values,
    limit + 1,
  );
}
