import { randomUUID } from 'node:crypto';
import type { Notebook } from '../finding.ts';
import { reasonOf } from '../reason.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';
import type { CheckId } from '../titles.ts';

/** Accepted, they are no fault of the stream, but of the door: the run is stopped. */
const unguarded: ReadonlySet<CheckId> = new Set(['refusal.foreign-origin', 'refusal.wrong-type']);

type Body = Record<string, unknown>;
const whole = (body: Body) => JSON.stringify(body);

/** Each is a request that would start a run, but for one thing. */
const cases: readonly [
  id: CheckId,
  make: (body: Body) => string,
  headers: Record<string, string>,
][] = [
  ['refusal.not-json', (body) => whole(body).slice(0, -1), {}],
  ['refusal.not-an-object', (body) => JSON.stringify([body]), {}],
  ['refusal.no-ids', (body) => whole({ ...body, threadId: undefined, runId: undefined }), {}],
  // What a page of another site can send without asking the agent first.
  ['refusal.wrong-type', whole, { 'content-type': 'text/plain' }],
  ['refusal.foreign-origin', whole, { origin: 'https://elsewhere.invalid' }],
];

/** Requests that must not start a run. */
export async function checkHostile(target: Target, note: Notebook): Promise<void> {
  for (const [id, make, headers] of cases) {
    const ids = { threadId: randomUUID(), runId: randomUUID() };
    const body = make(target.bodyOf(ids));
    try {
      const { status } = await target.post(target.agent.url, body, headers);
      if (status >= 400 && status < 500) note.pass(id);
      else if (unguarded.has(id) && status < 300) {
        await target.disown(ids);
        note.warn(id, seen('check.seen.accepted'));
      } else note.fail(id, seen('check.seen.status', { status }));
    } catch (error) {
      if (target.isOver) throw error;
      note.fail(id, seen('check.seen.failed', { reason: reasonOf(error) }));
    }
  }
}
