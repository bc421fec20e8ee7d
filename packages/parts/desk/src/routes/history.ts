import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { noteAudit } from '@countersign/server/audit/audit-operations';
import { operatorOf } from '@countersign/server/guard/guard';
import { formatCursor } from '@countersign/server/http/cursor';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { envelopeText } from '@countersign/server/store/row';
import type { DeskDeps } from '../desk-services.ts';
import { blameAt } from '../tasks/blame.ts';
import { timesOf } from '../tasks/times.ts';
import { existingTask } from './existing-task.ts';

const pageRows = 200;

/** The history of a task: events, snapshots, export. */
export function registerHistory(app: ZodApp, deps: DeskDeps): void {
  const { journal, snapshots } = deps;

  serve(app, 'GET /api/tasks/:id/events', async (request, reply) => {
    const { after, limit } = request.query;
    const { id, counts } = await existingTask(journal, request.params.id);
    const rows = await journal.ofThread(id, after, limit);
    const last = rows.at(-1)?.sequence ?? counts.events;
    const nextCursor = last < counts.events ? JSON.stringify(String(last)) : 'null';
    // Composed from the stored text: nothing is parsed and serialized again.
    const items = rows.map(envelopeText).join(',');
    return reply.type('application/json').send(`{"items":[${items}],"nextCursor":${nextCursor}}`);
  });

  serve(app, 'GET /api/tasks/:id/snapshot', async (request, reply) => {
    const { id } = await existingTask(journal, request.params.id);
    // Read before folding: a cursor may be too early, never too late.
    const cursor = formatCursor(journal.storeId, journal.head());
    const { at } = request.query;
    const { json, sequence } = await snapshots.threadJsonAt(id, at);
    const rest = JSON.stringify({ sequence, cursor, serverTime: deps.clock.now() });
    // Composed of stored text: a large thread is not serialized a second time.
    return reply
      .type('application/json')
      .send(Buffer.concat([Buffer.from('{"thread":'), json, Buffer.from(`,${rest.slice(1)}`)]));
  });

  serve(app, 'GET /api/tasks/:id/times', async (request) =>
    timesOf(journal, (await existingTask(journal, request.params.id)).id, request.query.points),
  );

  serve(app, 'GET /api/tasks/:id/blame', async (request) => {
    const { id, counts } = await existingTask(journal, request.params.id);
    const { pointer, at } = request.query;
    return blameAt(journal, id, { pointer, at: Math.min(at ?? counts.events, counts.events) });
  });

  serve(app, 'GET /api/tasks/:id/export', async (request, reply) => {
    const { id, title, counts } = await existingTask(journal, request.params.id);
    if (journal.readsOnly === null) {
      await journal.commit(noteAudit, {
        ...{ operator: operatorOf(request).id, action: 'export:task', threadId: id },
        detail: { title },
      });
    }
    const lines = async function* () {
      // Up to the current end: a running task would never end.
      for (let after = 0; after < counts.events; ) {
        const rows = await journal.ofThread(id, after, Math.min(pageRows, counts.events - after));
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.sequence;
        yield `${rows.map(envelopeText).join('\n')}\n`;
        // A fast reader must not block other requests.
        await nextTurn();
      }
    };
    return reply
      .type('application/x-ndjson')
      .header('content-disposition', attachmentOf(id))
      .send(Readable.from(lines()));
  });
}

/** A name that every file system accepts, and next to it the full one for clients that support it (RFC 6266). */
function attachmentOf(id: string): string {
  const plain = id.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, 100);
  const full = [...id.replaceAll(/[\\/:*?"<>|]/g, '_')].slice(0, 60).join('');
  const encoded = encodeURIComponent(full).replaceAll(/['()*]/g, escapeMark);
  return `attachment; filename="${plain}.jsonl"; filename*=UTF-8''${encoded}.jsonl`;
}

const escapeMark = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
