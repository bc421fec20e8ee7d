import type { PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import type { Edited } from '@countersign/api/prompts/edited-place';
import type { Transaction } from '@countersign/server/store/transaction';
import { keepFigures, visibleUntil } from './rows/question-figures.ts';

/** Changes of a question that no figure is about. */
const uncounted = new Set<PromptFact['change']>([
  'commented',
  'snoozed',
  'woken',
  'schema-loaded',
  'result',
]);

/** Keeps what figures are made from, whenever a question changes, in the transaction of the change. */
export async function noteQuestion(
  transaction: Transaction,
  { change, prompt, edited }: PromptFact,
): Promise<void> {
  if (uncounted.has(change)) return;
  const { decision } = prompt;
  const answer = prompt.state === 'answered' && decision !== null ? decision : null;
  const ended = answer === null ? prompt.closedAt : answer.recordedAt;
  const visible =
    answer?.by.kind === 'operator' && ended !== null
      ? await visibleUntil(transaction, {
          ...{ promptId: prompt.id, operatorId: answer.by.id, until: ended },
        })
      : null;
  const confidence = prompt.message.upThought?.confidence;
  await keepFigures(transaction, {
    prompt: prompt.id,
    thread: prompt.taskId,
    agent: prompt.agentId,
    tool: toolOf(prompt),
    severity: prompt.severity,
    blocking: prompt.blocking ? 1 : 0,
    confidence: typeof confidence === 'number' ? Math.round(confidence * 1_000) : null,
    asked: prompt.openedAt,
    first_seen: prompt.seen?.at ?? null,
    ended: prompt.state === 'open' ? null : ended,
    state: prompt.state,
    by_kind: answer?.by.kind ?? null,
    by_id: answer?.by.id ?? null,
    by_name: answer?.by.name ?? null,
    answer: answer?.feedback.type ?? null,
    in_bulk: answer?.inBulk === true ? 1 : 0,
    visible_ms: visible,
    edits: edited === undefined ? null : JSON.stringify(labelsOf(edited)),
  });
}

const toolOf = ({ source }: Prompt): string => source.toolName ?? '';

/** Each field once: an entry of a list is its list. */
const labelsOf = ({ places }: Edited): string[] => [
  ...new Set(
    places.map(({ entry, fields }) =>
      [...(entry === undefined ? [] : [entry.list]), ...fields].join(' › '),
    ),
  ),
];
