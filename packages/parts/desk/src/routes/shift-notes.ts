import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { notesSince } from '../rows/shift-notes.ts';
import { addShiftNote } from '../team/shift-note-operation.ts';

/** Notes of operators for those who come after them. */
export function registerShiftNotes(app: ZodApp, { journal, createId }: DeskDeps): void {
  serve(app, 'GET /api/shift-notes', async (request) => ({
    items: await notesSince(journal.read, request.query.after),
    nextCursor: null,
  }));

  serve(app, 'POST /api/shift-notes', async (request, reply) => {
    const { text, idempotencyKey: key } = request.body;
    const by = operatorOf(request);
    const note = await journal.commit(addShiftNote, { id: createId(), text, by, key });
    return reply.code(201).send(note);
  });
}
