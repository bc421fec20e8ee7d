import { textOfFeedback } from '@countersign/adapters/feedback-text';
import type { Beside } from '@countersign/adapters/mcp-client/outcome';
import type { AskedQuestion, QuestionStatus } from '@countersign/adapters/program/status';
import type { Prompt } from '@countersign/api/prompt';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { readReceiptRow } from '@countersign/part-desk/rows/receipts';
import type { Reading } from '@countersign/server/store/port';
import { givenWords, type QuestionRow } from '../rows/program-questions.ts';

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
    how: decision.inBulk === true ? 'bulk' : decision.by.kind,
    at: decision.recordedAt,
  };
}

/** A question with its prompt; null = the prompt is not there any more. */
export async function readAsked(
  reading: Reading,
  row: QuestionRow,
): Promise<{ question: AskedQuestion; prompt: Prompt; receipt: unknown } | null> {
  const prompt = await readPrompt(reading, row.prompt);
  if (prompt === null) return null;
  const { id, kind, wrapped } = row;
  const kept =
    prompt.decision === null ? undefined : await readReceiptRow(reading, prompt.decision.id);
  const receipt: unknown = kept === undefined ? null : JSON.parse(kept.receipt);
  const question = { id, kind, wrapped: wrapped === 1, message: prompt.message };
  return { question, prompt, receipt };
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
  messages: (await givenWords(reading, row.thread, row.id)).map(({ sender, content }) => ({
    by: sender,
    text: content,
  })),
});
