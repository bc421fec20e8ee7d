import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import { turnOf } from '@countersign/desk/turn';

/** Blocking questions that wait for this operator and have not been seen: oldest first. `now`: epoch ms of the server. */
export function unseenOf(
  prompts: readonly PromptRow[],
  me: Operator,
  now: number,
): readonly PromptRow[] {
  return prompts
    .filter((prompt) => prompt.blocking && prompt.seen === null && turnOf(prompt, me, now).mine)
    .sort((left, right) => left.openedAt - right.openedAt || left.sequence - right.sequence);
}
