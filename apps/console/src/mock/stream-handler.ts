import { readIdList } from '@countersign/api/thread-id';
import type { Envelope } from '@countersign/hai/envelope';
import { type HttpHandler, http } from 'msw';
import type { DemoServer } from './demo-server.ts';

const PING_MS = 15_000;

/** Which envelopes a reader of `?tasks=&facts=` gets. */
export function wants(search: URLSearchParams): (envelope: Envelope) => boolean {
  const tasks = new Set(readIdList(search.get('tasks') ?? ''));
  const facts = search.get('facts') === 'all';
  return ({ threadId, event }) => {
    if (tasks.has('*') || tasks.has(threadId)) return true;
    if (!facts) return false;
    if (event.type === 'CUSTOM') return event.name.startsWith('countersign.');
    return (
      event.type === 'RUN_STARTED' || event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'
    );
  };
}

/**
 * `GET /api/stream`. A `ReadableStream` with `cancel` instead of msw's `sse()`: that one needs `EventSource`
 * where the handlers are defined, and does not notice a reader that went away.
 */
export function streamHandler(server: DemoServer): HttpHandler {
  return http.get('*/api/stream', ({ request }) => {
    const url = new URL(request.url);
    const cursor = request.headers.get('last-event-id') ?? url.searchParams.get('after');
    const { journal } = server;
    const [storeId, position] = splitCursor(cursor);
    const known = cursor === null || storeId === journal.storeId;
    const wanted = wants(url.searchParams);
    const encoder = new TextEncoder();
    let undo = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const send = (envelope: Envelope) =>
          write(
            `id: ${journal.storeId}.${envelope.position}\ndata: ${JSON.stringify(envelope)}\n\n`,
          );
        const head = () => `${journal.storeId}.${journal.head()}`;
        write(': countersign demo\nretry: 1000\n\n');
        if (!known)
          write(
            `event: reset\ndata: ${JSON.stringify({ reason: 'unknown-cursor', cursor: head() })}\n\n`,
          );
        else if (cursor !== null)
          for (const envelope of journal.after(position).filter(wanted)) send(envelope);
        write(
          `id: ${head()}\nevent: ready\ndata: ${JSON.stringify({ cursor: head(), serverTime: server.now() })}\n\n`,
        );
        const leave = journal.subscribe((envelope) => {
          if (wanted(envelope)) send(envelope);
        });
        const timer = setInterval(() => write(': ping\n\n'), PING_MS);
        undo = () => {
          leave();
          clearInterval(timer);
        };
      },
      cancel: () => undo(),
    });
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    });
  });
}

function splitCursor(cursor: string | null): [storeId: string, position: number] {
  const at = cursor?.lastIndexOf('.') ?? -1;
  if (cursor === null || at < 0) return ['', 0];
  return [cursor.slice(0, at), Number(cursor.slice(at + 1)) || 0];
}
