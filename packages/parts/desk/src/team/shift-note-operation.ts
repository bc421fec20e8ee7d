import type { Operator } from '@countersign/api/operator';
import type { ShiftNote } from '@countersign/api/prompts/shift-note';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, keptUnder } from '@countersign/server/store/keys';
import { insertNote, shiftNote } from '../rows/shift-notes.ts';

interface AddNote {
  id: string;
  text: string;
  by: Operator;
  key: string;
}

/** Writes a note for the next shift, once for a key. */
export const addShiftNote = operation<AddNote, ShiftNote>(
  'addShiftNote',
  async (transaction, { id, text, by, key }) => {
    const scope = `shift-note:${by.id}`;
    const earlier = await keptUnder(transaction, scope, key);
    const kept = earlier === null ? undefined : await shiftNote(transaction, earlier);
    if (kept !== undefined) return kept;
    const note = { id, at: transaction.now, by: by.id, name: by.name, text };
    await insertNote(transaction, note);
    await keepKey(transaction, { scope, key, bodyHash: '' }, id);
    await transaction.audit({
      operator: by.id,
      action: 'shift-note',
      threadId: null,
      detail: { id, text },
    });
    return note;
  },
);
