import type { Prompt } from '@countersign/api/prompt';
import { operation } from '@countersign/server/journal/operation';
import type { UpMessage } from '@countersign/upformat/message';
import { schemaAddressOf } from '@countersign/upformat/schema-reference';
import { aboutPrompt } from '../../records/about-prompt.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import { replaceMessage } from '../../rows/questions/prompts.ts';
import { digestOf } from './digest.ts';

export interface KeepSchemaInput {
  promptId: string;
  operator: { id: string; name: string };
  /** Where it was loaded from: the prompt may refer to another one by now. */
  address: string;
  schema: Record<string, unknown>;
}

export type KeepSchemaOutcome =
  | { kind: 'kept' | 'changed' | 'closed'; prompt: Prompt }
  | { kind: 'unknown' };

/**
 * Puts a loaded schema into the message of an open prompt. It is part of the message, not stored next to it, because it determines
 * which answers are valid: it is under the seal, all operators have the same form, and an answer to the prompt without it is refused
 * as stale.
 */
export const keepSchema = operation<KeepSchemaInput, KeepSchemaOutcome>(
  'keepSchema',
  async (transaction, input) => {
    const { promptId, operator, address: from, schema } = input;
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    if (prompt.state !== 'open') return { kind: 'closed', prompt };
    if (schemaAddressOf(prompt.message) !== from) return { kind: 'changed', prompt };
    // Two requests at the same time: the first one wins.
    if (prompt.message.loadedSchema?.from === from) return { kind: 'kept', prompt };
    const at = new Date(transaction.now).toISOString();
    const message: UpMessage = {
      ...prompt.message,
      loadedSchema: { from, at, by: operator, schema },
    };
    await replaceMessage(transaction, {
      message: JSON.stringify(message),
      digest: digestOf(message),
      id: promptId,
    });
    await promptFact(transaction, promptId, 'schema-loaded');
    await transaction.audit({
      operator: operator.id,
      action: 'schema',
      threadId: prompt.taskId,
      detail: { ...aboutPrompt(prompt), from },
    });
    return { kind: 'kept', prompt: (await readPrompt(transaction, promptId)) ?? prompt };
  },
);

/** The same question asked again keeps the schema that was loaded for it, as long as it refers to the same address. */
export function withSchemaOf(
  before: Prompt | null,
  sealed: { message: UpMessage; digest: string },
): { message: UpMessage; digest: string } {
  const loadedSchema = before?.message.loadedSchema;
  if (loadedSchema === undefined || loadedSchema.from !== schemaAddressOf(sealed.message))
    return sealed;
  const message = { ...sealed.message, loadedSchema };
  return { message, digest: digestOf(message) };
}
