import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { deciderName } from '../../text/answers/decider.ts';
import { feedbackSummary } from '../../text/answers/feedback-summary.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { taskText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';

/** The questions of a task and their answers, each as the agent calls it, as a table for other programs. */
export const decisionsCsv = (prompts: readonly ThreadPrompt[]): string =>
  csvOf(
    taskText.decisions.columns,
    prompts.map(({ decision, ...prompt }) => [
      csvTime(prompt.openedAt),
      askText(prompt),
      String(prompt.blocking),
      prompt.state,
      csvTime(decision?.recordedAt),
      decision === null ? null : deciderName(decision.by),
      decision === null ? null : feedbackSummary(decision.feedback, prompt),
      decision?.state ?? null,
      csvTime(prompt.expiresAt),
      prompt.digest ?? null,
    ]),
  );
