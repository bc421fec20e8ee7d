import type { Awaitable } from '@countersign/server/store/awaitable';
import { whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** What figures keep of a question. */
export interface QuestionFigures {
  prompt: string;
  /** The task; null = it has none. */
  thread: string | null;
  agent: string;
  /** Empty = none. */
  tool: string;
  severity: string;
  blocking: number;
  /** In thousandths. */
  confidence: number | null;
  asked: number;
  first_seen: number | null;
  ended: number | null;
  state: string;
  by_kind: string | null;
  by_id: string | null;
  by_name: string | null;
  answer: string | null;
  in_bulk: number;
  visible_ms: number | null;
  /** Labels of the edited fields, JSON. */
  edits: string | null;
}

const columns = [
  ...['prompt', 'thread', 'agent', 'tool', 'severity', 'blocking', 'confidence', 'asked'],
  ...['first_seen', 'ended', 'state', 'by_kind', 'by_id', 'by_name', 'answer', 'in_bulk'],
  ...['visible_ms', 'edits'],
] as const satisfies readonly (keyof QuestionFigures)[];

const written = `INSERT INTO question_figures(${columns.join(', ')}) VALUES(${columns.map(() => '?').join(', ')})
  ON CONFLICT(prompt) DO UPDATE SET ${columns
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;

/** In place of what was kept of the question before. */
export const keepFigures = (writing: Writing, figures: QuestionFigures): Awaitable<number> =>
  writing.run(written, ...columns.map((name) => figures[name]));

/** Keeps that a person had a question on screen. The same opening, longer, replaces the one before. */
export const keepOpening = (
  writing: Writing,
  opening: { promptId: string; operatorId: string; openedAt: number; closedAt: number },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO openings(prompt, operator, opened, closed) VALUES(?,?,?,?)
     ON CONFLICT(prompt, operator, opened) DO UPDATE SET closed = excluded.closed`,
    opening.promptId,
    opening.operatorId,
    opening.openedAt,
    opening.closedAt,
  );

/** For how long a person had a question on screen until then, ms; null = not known. */
export const visibleUntil = (
  reading: Reading,
  { promptId, operatorId, until }: { promptId: string; operatorId: string; until: number },
): Awaitable<number | null> =>
  whenRead(
    reading.get<{ ms: number | null }>(
      `SELECT SUM(CASE WHEN closed < ? THEN closed ELSE ? END - opened) AS ms FROM openings
       WHERE prompt = ? AND operator = ? AND opened <= ?`,
      until,
      until,
      promptId,
      operatorId,
      until,
    ),
    (row) => (row?.ms === undefined || row.ms === null ? null : Number(row.ms)),
  );

/** Who has decided a question, and when. */
export const deciderOf = (
  reading: Reading,
  promptId: string,
): Awaitable<{ by_id: string; ended: number } | undefined> =>
  reading.get<{ by_id: string; ended: number }>(
    `SELECT by_id, ended FROM question_figures WHERE prompt = ? AND by_kind = 'operator' AND ended IS NOT NULL`,
    promptId,
  );

export const setVisible = (
  writing: Writing,
  { promptId, ms }: { promptId: string; ms: number | null },
): Awaitable<number> =>
  writing.run('UPDATE question_figures SET visible_ms = ? WHERE prompt = ?', ms, promptId);
