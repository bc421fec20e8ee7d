import { logOf } from '@countersign/api/asker';
import type { PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { editedPlaces } from '@countersign/desk/content/edited-places';
import { customName } from '@countersign/hai/event';
import { occasion } from '@countersign/server/journal/occasion';
import type { Transaction } from '@countersign/server/store/transaction';
import { readPrompt } from './prompt-records.ts';

/** Where the facts of a prompt are written. */
export const placeOf = (
  prompt: Pick<Prompt, 'taskId' | 'agentId' | 'runId'>,
): { threadId: string; runId: string | null } => ({
  threadId: logOf(prompt),
  runId: prompt.runId,
});

/** What the answer of a prompt changed in what was proposed. */
function editedIn({ message, digest, decision }: Prompt): Pick<PromptFact, 'edited'> {
  if (decision === null || decision.digest !== digest) return {};
  const edited = editedPlaces(message, decision.feedback);
  return edited === undefined ? {} : { edited };
}

/** A prompt has changed, and its log has the fact. */
export const promptChanges = occasion<PromptFact>();

/** Publishes the complete prompt in its log. `runId`: the run that changed it, if that is not the one that asked. */
export async function promptFact(
  transaction: Transaction,
  promptId: string,
  change: PromptFact['change'],
  runId?: string | null,
): Promise<void> {
  const prompt = await readPrompt(transaction, promptId);
  if (prompt === null) return;
  const fact: PromptFact = { change, prompt, ...editedIn(prompt) };
  const place = placeOf(prompt);
  await transaction.fact({ ...place, runId: runId ?? place.runId }, customName.prompt, fact);
  await promptChanges.happens(transaction, fact);
}
