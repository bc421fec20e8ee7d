import type { Vote } from '@countersign/api/policy/demand';
import type { Reading, Writing } from '@countersign/server/store/port';

interface VoteRow {
  id: string;
  by_id: string;
  by_name: string;
  digest: string;
  value: string;
  at: number;
}

/** The votes on a question that count, oldest first. */
export async function votesOf(reading: Reading, promptId: string): Promise<Vote[]> {
  const rows = await reading.all<VoteRow>(
    'SELECT id, by_id, by_name, digest, value, at FROM votes WHERE prompt = ? AND ended IS NULL ORDER BY at, id',
    promptId,
  );
  return rows.map(({ id, by_id, by_name, digest, value, at }) => ({
    ...{ id, by: { id: by_id, name: by_name }, digest, value, at },
  }));
}

export const insertVote = async (
  writing: Writing,
  vote: {
    id: string;
    promptId: string;
    byId: string;
    byName: string;
    feedback: string;
    digest: string;
    value: string;
  },
): Promise<number> =>
  writing.run(
    'INSERT INTO votes(id, prompt, by_id, by_name, feedback, digest, value, at) VALUES(?,?,?,?,?,?,?,?)',
    vote.id,
    vote.promptId,
    vote.byId,
    vote.byName,
    vote.feedback,
    vote.digest,
    vote.value,
    writing.now,
  );

/** Votes that count no more: of one person, or all but those for a value. */
export const endVotes = async (
  writing: Writing,
  {
    promptId,
    as,
    byId = null,
    butFor = null,
  }: {
    promptId: string;
    as: 'withdrawn' | 'outdated' | 'decided';
    byId?: string | null;
    butFor?: string | null;
  },
): Promise<number> =>
  writing.run(
    `UPDATE votes SET ended = ? WHERE prompt = ? AND ended IS NULL AND (? IS NULL OR by_id = ?) AND (? IS NULL OR value <> ?)`,
    as,
    promptId,
    byId,
    byId,
    butFor,
    butFor,
  );

export const isVote = async (reading: Reading, id: string): Promise<boolean> =>
  (await reading.get('SELECT 1 FROM votes WHERE id = ?', id)) !== undefined;
