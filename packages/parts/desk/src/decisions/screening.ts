import { jsonEqual } from '@countersign/json/json-equal';
import { signalsOf } from '@countersign/risk/signals';
import type { Transaction } from '@countersign/server/store/transaction';
import { promptFact } from '../records/prompt-fact.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { openPromptIds, writeScreening } from '../rows/policy/policy-tables.ts';
import { rulingOn } from './policy-in-force.ts';

/** Keeps what is found in a question, and what the policy requires of it: when it opens, and when it is asked otherwise. */
export async function screenPrompt(transaction: Transaction, promptId: string): Promise<void> {
  const asked = await readPrompt(transaction, promptId);
  if (asked === null) return;
  const signals = signalsOf({ tool: asked.source.toolName, payload: asked.message.payload });
  const { demand } = await rulingOn(transaction, { ...asked, signals });
  if (
    demand === null &&
    signals.length === 0 &&
    asked.demand === null &&
    asked.signals.length === 0
  )
    return;
  await writeScreening(transaction, {
    id: promptId,
    demand: demand === null ? null : JSON.stringify(demand),
    signals: JSON.stringify(signals),
    intent: null,
  });
}

/** More open questions keep what they had until their decision, which reads the table anyway. */
const maxScreened = 500;

/** The table has changed: what is shown of open questions follows. */
export async function screenOpen(transaction: Transaction): Promise<void> {
  for (const { id } of await openPromptIds(transaction, maxScreened)) {
    const before = await readPrompt(transaction, id);
    await screenPrompt(transaction, id);
    const after = await readPrompt(transaction, id);
    if (!jsonEqual(before?.demand ?? null, after?.demand ?? null))
      await promptFact(transaction, id, 'rescheduled');
  }
}
