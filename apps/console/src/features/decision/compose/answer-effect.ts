import type { UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { answerButtonText, decisionText as text } from '../../../text/texts.ts';
import type { DraftType } from '../draft/draft.ts';

/**
 * The effect of an answer as described by the agent: of the chosen one, and before one is chosen of an approval. `changes` = places
 * that the operator has edited. Null = no description.
 */
export function answerEffect(
  message: UpMessage,
  type: DraftType | null,
  changes: number,
): string | null {
  const { effect, answers = {} } = upPromptOf(message);
  if (type === null || type === 'default') {
    const approved = answers.approve?.effect;
    return (
      effect ?? (approved === undefined ? null : text.effectIf(answerButtonText.approve, approved))
    );
  }
  const own = answers[type]?.effect;
  if (own !== undefined) return own;
  if (type === 'approve') return effect ?? null;
  if (type !== 'edit' || effect === undefined) return null;
  return changes === 0 ? effect : `${effect} ${text.effectEdited(changes)}`;
}
