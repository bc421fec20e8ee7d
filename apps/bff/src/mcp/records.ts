import { textOfFeedback } from '@countersign/adapters/feedback-text';
import type {
  AskedQuestion,
  Beside,
  QuestionKind,
  QuestionStatus,
} from '@countersign/adapters/mcp-client/outcome';
import type { Prompt } from '@countersign/api/prompt';
import { readPrompt } from '../records/prompt-records.ts';
import type { Reading } from '../store/port.ts';

/** A question of a client, as stored. */
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

/** The state of a question for its client: an answer that can still be recalled does not count yet. */
export function questionStatusOf(prompt: Prompt): QuestionStatus {
  const { decision, state } = prompt;
  if (state === 'expired' || state === 'withdrawn') {
    return { kind: 'closed', state, reason: prompt.closedReason ?? '' };
  }
  const isReady = decision?.state === 'delivered' || decision?.state === 'acknowledged';
  if (state !== 'answered' || decision === null || !isReady) {
    return { kind: 'open', expiresAt: prompt.expiresAt };
  }
  return {
    kind: 'answered',
    feedback: decision.feedback,
    by: decision.by.name,
    isDefault: decision.by.kind === 'default',
    at: decision.recordedAt,
  };
}

/** A question with its prompt; null = the prompt is not there any more. */
export async function readAsked(
  reading: Reading,
  row: QuestionRow,
): Promise<{ question: AskedQuestion; prompt: Prompt } | null> {
  const prompt = await readPrompt(reading, row.prompt);
  if (prompt === null) return null;
  const { id, kind, wrapped } = row;
  return { question: { id, kind, wrapped: wrapped === 1, message: prompt.message }, prompt };
}

/** The comments in addition to the answer. */
export const besideOf = async (
  reading: Reading,
  row: QuestionRow,
  prompt: Prompt,
): Promise<Beside> => ({
  comments: prompt.comments.flatMap(({ by, feedback }) => {
    const text = textOfFeedback(feedback);
    return text === null ? [] : [{ by: by.name, text }];
  }),
  messages: (
    await reading.all<{ sender: string; content: string }>(
      'SELECT sender, content FROM mcp_words WHERE thread = ? AND given = ? ORDER BY said, number',
      row.thread,
      row.id,
    )
  ).map(({ sender, content }) => ({ by: sender, text: content })),
});
