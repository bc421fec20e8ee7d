import type { QuestionKind } from '@countersign/adapters/program/status';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** A question of a program, as stored. */
export interface QuestionRow {
  id: string;
  client: string;
  key: string | null;
  /** Hash of what was asked. */
  body: string;
  thread: string;
  prompt: string;
  kind: QuestionKind;
  wrapped: number;
  state: 'open' | 'closed';
  asked: number;
  /** JSON as posted over HTTP; null = asked over MCP. */
  request: string | null;
  /** JSON: what the program has reported last. */
  result: string | null;
}

export const readQuestion = async (
  reading: Pick<Reading, 'get'>,
  id: string,
): Promise<QuestionRow | null> =>
  (await reading.get<QuestionRow>('SELECT * FROM mcp_questions WHERE id = ?', id)) ?? null;

/** The question that a client has asked under its own id. */
export const questionOfKey = async (
  reading: Pick<Reading, 'get'>,
  client: string,
  key: string,
): Promise<QuestionRow | null> =>
  (await reading.get<QuestionRow>(
    'SELECT * FROM mcp_questions WHERE client = ? AND key = ?',
    client,
    key,
  )) ?? null;

/** Questions of a task that are not answered yet, or whose answer cannot be fetched yet. */
export const openQuestions = async (
  reading: Pick<Reading, 'all'>,
  threadId: string,
): Promise<QuestionRow[]> =>
  reading.all<QuestionRow>(
    `SELECT * FROM mcp_questions WHERE thread = ? AND state = 'open' ORDER BY asked, id`,
    threadId,
  );

/** How many such questions a client has in all its tasks. */
export const countOpen = async (reading: Pick<Reading, 'get'>, client: string): Promise<number> =>
  (
    await reading.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM mcp_questions WHERE client = ? AND state = 'open'`,
      client,
    )
  )?.count ?? 0;

/** Tasks with such questions. */
export const threadsWithQuestions = async (reading: Pick<Reading, 'all'>): Promise<string[]> =>
  (
    await reading.all<{ thread: string }>(
      `SELECT DISTINCT thread FROM mcp_questions WHERE state = 'open'`,
    )
  ).map(({ thread }) => thread);

/** Words with a known id are the same words. */
export const insertWords = (
  writing: Writing,
  {
    id,
    threadId,
    sender,
    content,
    said,
  }: { id: string; threadId: string; sender: string; content: string; said: number },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO mcp_words(id, thread, sender, content, said) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
    id,
    threadId,
    sender,
    content,
    said,
  );

/** What was said in a task and not given yet is given with the result of this question. */
export const giveWords = (writing: Writing, id: string, thread: string): Awaitable<number> =>
  writing.run('UPDATE mcp_words SET given = ? WHERE thread = ? AND given IS NULL', id, thread);

export const insertQuestion = (
  writing: Writing,
  question: {
    id: string;
    client: string;
    key: string | null;
    bodyHash: string;
    threadId: string;
    promptId: string;
    kind: QuestionKind;
    wrapped: number;
    request: string | null;
  },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO mcp_questions(id, client, key, body, thread, prompt, kind, wrapped, request, state, asked)
     VALUES(?,?,?,?,?,?,?,?,?,'open',?)`,
    question.id,
    question.client,
    question.key,
    question.bodyHash,
    question.threadId,
    question.promptId,
    question.kind,
    question.wrapped,
    question.request,
    writing.now,
  );

export const reviseQuestion = (
  writing: Writing,
  { id, request, wrapped }: { id: string; request: string; wrapped: number },
): Awaitable<number> =>
  writing.run(
    'UPDATE mcp_questions SET request = ?, wrapped = ? WHERE id = ?',
    request,
    wrapped,
    id,
  );

export const keepResult = (writing: Writing, id: string, result: string): Awaitable<number> =>
  writing.run('UPDATE mcp_questions SET result = ? WHERE id = ?', result, id);

export const closeQuestion = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`UPDATE mcp_questions SET state = 'closed' WHERE id = ?`, id);

export const closeQuestionsOf = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(`UPDATE mcp_questions SET state = 'closed' WHERE client = ?`, id);

export const givenWords = (
  reading: Reading,
  threadId: string,
  questionId: string,
): Awaitable<{ sender: string; content: string }[]> =>
  reading.all<{ sender: string; content: string }>(
    'SELECT sender, content FROM mcp_words WHERE thread = ? AND given = ? ORDER BY said, number',
    threadId,
    questionId,
  );
