import type { Activity } from '@countersign/api/activity';
import type { Times } from '@countersign/api/history';
import { blameOf } from '@countersign/thread/blame';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { demoText } from '../text/demo.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

const numberOf = (search: URLSearchParams, name: string, fallback: number): number =>
  Number(search.get(name) ?? fallback);

/** What a task was: at a position, over time, and who wrote what. */
export function historyHandlers(server: DemoServer): HttpHandler[] {
  const { journal } = server;
  const of = (params: Record<string, unknown>) => String(params['id']);
  const searchOf = (request: Request) => new URL(request.url).searchParams;
  return [
    http.get('*/api/tasks/:id/snapshot', ({ params, request }) => {
      const taskId = of(params);
      const now = server.thread(taskId);
      if (!now) return notFound();
      const at = numberOf(searchOf(request), 'at', now.sequence);
      const thread =
        at >= now.sequence
          ? now
          : foldThread(emptyThread(taskId), journal.ofTask(taskId).slice(0, at));
      const cursor = `${journal.storeId}.${journal.head()}`;
      const { sequence } = thread;
      return HttpResponse.json({ thread, sequence, cursor, serverTime: server.now() });
    }),
    http.get('*/api/tasks/:id/events', ({ params, request }) => {
      const search = searchOf(request);
      const after = numberOf(search, 'after', 0);
      const limit = numberOf(search, 'limit', 1_000);
      const items = journal.ofTask(of(params)).slice(after, after + limit);
      const last = items.length === limit ? items.at(-1)?.sequence : undefined;
      return HttpResponse.json({ items, nextCursor: last === undefined ? null : String(last) });
    }),
    http.get('*/api/tasks/:id/activity', ({ params, request }) => {
      const search = searchOf(request);
      const slices = numberOf(search, 'slices', 60);
      return HttpResponse.json(
        activityOf(server, of(params), { slices, sliceMs: numberOf(search, 'sliceMs', 30_000) }),
      );
    }),
    http.get('*/api/tasks/:id/times', ({ params, request }) =>
      HttpResponse.json(
        timesOf(server, of(params), numberOf(searchOf(request), 'points', 240)) satisfies Times,
      ),
    ),
    http.get('*/api/tasks/:id/blame', ({ params, request }) => {
      const envelopes = journal.ofTask(of(params));
      const search = searchOf(request);
      const pointer = search.get('pointer') ?? '';
      const at = numberOf(search, 'at', envelopes.length);
      const writes = blameOf(envelopes.slice(0, at), pointer);
      return HttpResponse.json({ pointer, at, writes: writes.slice(-100), total: writes.length });
    }),
    http.post('*/api/tasks/:id/restart', () =>
      problemResponse(409, 'control-not-possible', 'Not in the demo', {
        detail: demoText.cannotRestart,
      }),
    ),
    http.get('*/api/tasks/:id/export', ({ params }) => {
      const lines = journal.ofTask(of(params)).map((envelope) => `${JSON.stringify(envelope)}\n`);
      return new HttpResponse(lines.join(''), {
        headers: {
          'content-type': 'application/x-ndjson',
          'content-disposition': 'attachment; filename="demo.jsonl"',
        },
      });
    }),
  ];
}

function activityOf(
  server: DemoServer,
  taskId: string,
  { slices, sliceMs }: { slices: number; sliceMs: number },
): Activity {
  const since = (Math.floor(server.now() / sliceMs) - slices + 1) * sliceMs;
  const counts = Array.from({ length: slices }, () => 0);
  const envelopes = server.journal.ofTask(taskId);
  for (const { receivedAt } of envelopes) {
    const slice = Math.min(slices - 1, Math.floor((receivedAt - since) / sliceMs));
    if (slice >= 0) counts[slice] = (counts[slice] ?? 0) + 1;
  }
  return { since, sliceMs, counts, sequence: envelopes.length };
}

function timesOf(server: DemoServer, taskId: string, points: number): Times {
  const envelopes = server.journal.ofTask(taskId);
  const step = Math.max(1, (envelopes.length - 1) / Math.max(1, points - 1));
  const found: Times['points'] = [];
  for (let place = 1; Math.round(place) <= envelopes.length; place += step) {
    const envelope = envelopes[Math.round(place) - 1];
    if (envelope) found.push([envelope.sequence, envelope.receivedAt]);
  }
  return { sequence: envelopes.length, points: found };
}
