import type { PromptRow } from '@countersign/api/prompt-row';
import { askText } from '../../text/asked-words.ts';
import { csvText } from '../../text/csv.ts';
import { askerName } from '../../text/sender-name.ts';
import { visibleText } from '../../text/visible-text.ts';
import { csvOf, csvTime } from '../../ui/csv.ts';

/** Rows of the queue, open or answered, as a table for other programs. */
export const promptsCsv = (prompts: readonly PromptRow[]): string =>
  csvOf(
    csvText.prompts,
    prompts.map((prompt) => [
      prompt.id,
      askText(prompt),
      String(prompt.blocking),
      prompt.severity,
      prompt.state,
      visibleText(askerName(prompt)),
      prompt.taskTitle,
      csvTime(prompt.openedAt),
      csvTime(prompt.expiresAt),
      prompt.claim?.name ?? null,
      csvTime(prompt.snooze?.until),
      csvTime(prompt.decision?.recordedAt),
      prompt.decision?.by.name ?? null,
      prompt.decision?.label ?? prompt.decision?.feedback.type ?? null,
      prompt.decision?.state ?? null,
    ]),
  );
