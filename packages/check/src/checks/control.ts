import { randomUUID } from 'node:crypto';
import { isObject } from '@countersign/json/json-object';
import type { Notebook } from '../finding.ts';
import { confirms } from '../questions.ts';
import { timeout } from '../run-reader.ts';
import type { Reply, StartedRun, Target } from '../target.ts';

/** How long a paused run must stay silent to be believed. */
const silenceMs = 1_500;

const statusOf = ({ body }: Reply): unknown => (isObject(body) ? body['status'] : undefined);

const expected = (reply: Reply, ...wanted: string[]): string | null =>
  reply.status === 200 && wanted.includes(String(statusOf(reply)))
    ? null
    : `The reply was ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}; expected 200 with the status ${wanted.join(' or ')}.`;

/** Pauses, resumes and stops a run that is under way. */
export async function checkControl(target: Target, run: StartedRun, note: Notebook): Promise<void> {
  const { control } = target.agent;
  if (control === undefined || control.template !== undefined) {
    const why =
      control === undefined
        ? 'The descriptor has no control: a run can only be held or cut off.'
        : `Control is by the interface of ${control.template}.`;
    note.skip('pause', 'A run can be paused', why);
    return;
  }
  if (run.reader.events.some(({ type }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR')) {
    const why =
      'The run had ended before. Give a message that makes the agent ask, or work for a while.';
    note.skip('pause', 'A run can be paused', why);
    return;
  }
  const ids = { threadId: run.threadId, runId: run.runId };
  const press = (action: string, key: string, changes: object = {}) =>
    target.post(control.url, {
      ...ids,
      action,
      idempotencyKey: key,
      operator: 'check',
      ...changes,
    });
  const confirmed = async (action: string, status: string) => {
    const limit = timeout(target.patienceMs);
    const seen = await Promise.race([
      run.reader.until(confirms(action, status)),
      limit.done,
    ]).finally(limit.cancel);
    return seen === null || seen === 'timeout'
      ? `No hai.control {"action":"${action}","status":"${status}"} came in the stream.`
      : null;
  };
  const unknown = await press('pause', randomUUID(), { runId: randomUUID() });
  note.expect(
    'unknown-run',
    'Control of an unknown run is refused with 404',
    unknown.status === 404 ? null : `The status was ${unknown.status}.`,
  );
  const odd = await press('explode', randomUUID());
  note.expect(
    'unknown-action',
    'An unknown action is refused',
    odd.status >= 400 && odd.status < 500 ? null : `The status was ${odd.status}.`,
  );
  const can = new Set(control.actions);
  if (can.has('status'))
    note.expect(
      'status',
      'A run can be asked for its status',
      expected(await press('status', randomUUID()), 'running', 'paused'),
    );
  if (can.has('pause')) await checkPause({ target, run, press, confirmed }, note);
  else note.skip('pause', 'A run can be paused', 'The descriptor does not list it.');
  if (can.has('stop')) await checkStop({ run, press, confirmed }, note);
  else note.skip('stop', 'A run can be stopped', 'The descriptor does not list it.');
}

interface Pressing {
  run: StartedRun;
  press(action: string, key: string): Promise<Reply>;
  confirmed(action: string, status: string): Promise<string | null>;
}

async function checkPause(
  { run, press, confirmed }: Pressing & { target: Target },
  note: Notebook,
): Promise<void> {
  const key = randomUUID();
  const first = await press('pause', key);
  note.expect('pause', 'A run can be paused', expected(first, 'paused'));
  const again = await press('pause', key);
  note.expect(
    'repeated',
    'The same control again has the same reply',
    JSON.stringify(again.body) === JSON.stringify(first.body)
      ? null
      : `It was ${JSON.stringify(again.body).slice(0, 200)}.`,
  );
  const conflict = await press('stop', key);
  note.expect(
    'key',
    'A key that was used for another action is refused',
    conflict.status === 409 ? null : `The status was ${conflict.status}.`,
  );
  note.expect(
    'pause-confirmed',
    'The pause is confirmed in the stream',
    await confirmed('pause', 'paused'),
  );
  const count = run.reader.events.length;
  await timeout(silenceMs).done;
  const late = run.reader.events.slice(count).map(({ type }) => type);
  note.expect(
    'silent',
    'A paused run sends nothing',
    late.length === 0 ? null : `It sent ${late.slice(0, 5).join(', ')}.`,
  );
  note.expect(
    'resume',
    'A run can be resumed',
    expected(await press('resume', randomUUID()), 'running'),
  );
  note.expect(
    'resume-confirmed',
    'The resume is confirmed in the stream',
    await confirmed('resume', 'running'),
  );
}

async function checkStop({ run, press, confirmed }: Pressing, note: Notebook): Promise<void> {
  note.expect(
    'stop',
    'A run can be stopped',
    expected(await press('stop', randomUUID()), 'stopping', 'stopped', 'finished'),
  );
  note.expect(
    'stop-confirmed',
    'The stop is confirmed in the stream when it is done',
    await confirmed('stop', 'stopped'),
  );
  const end = await run.reader.until(({ type }) => type === 'RUN_ERROR' || type === 'RUN_FINISHED');
  note.expect(
    'stop-ends',
    'A stopped run ends',
    end === null ? 'The stream has no RUN_ERROR or RUN_FINISHED.' : null,
  );
  const late = await press('stop', randomUUID());
  note.expect(
    'after-end',
    'Control of a run that has ended is refused with 409',
    late.status === 409 || late.status === 404 ? null : `The status was ${late.status}.`,
  );
}
