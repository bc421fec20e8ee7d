import type { Decision } from '@countersign/api/prompt';
import { editedPlaces } from '@countersign/desk/content/edited-places';
import type { Thread } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import type { UpMessage } from '@countersign/upformat/message';

/** Read once: the lists are drawn again with every change of a running task. */
const found = new WeakMap<Decision, { message: UpMessage; prompt: ThreadPrompt }>();

/**
 * A question with the labels of what its answer changed. Facts of older servers, and answers that only the stream contains, lack
 * them: they are read from the message that asked, if the answer was given to it as it is now.
 */
function withEditedPlaces(prompt: ThreadPrompt, message: UpMessage | undefined): ThreadPrompt {
  const { decision, digest, edited } = prompt;
  if (decision === null || edited !== undefined || message === undefined) return prompt;
  if (decision.digest !== '' && decision.digest !== digest) return prompt;
  const before = found.get(decision);
  if (before?.message === message && before.prompt.digest === digest) return before.prompt;
  const places = editedPlaces(message, decision.feedback);
  const labelled = places === undefined ? prompt : { ...prompt, edited: places };
  found.set(decision, { message, prompt: labelled });
  return labelled;
}

/** The same for every question of a task. */
export function promptsInWords({
  prompts,
  items,
}: Pick<Thread, 'prompts' | 'items'>): Thread['prompts'] {
  const messages = new Map<string, UpMessage>();
  for (const item of items)
    if (item.kind === 'up-message' && item.promptId !== null)
      messages.set(item.promptId, item.message);
  return Object.fromEntries(
    Object.entries(prompts).map(([id, prompt]) => [id, withEditedPlaces(prompt, messages.get(id))]),
  );
}
