import { randomUUID } from 'node:crypto';
import type { HaiEvent } from '@countersign/hai/event';
import { memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { timeout, within } from '../body-reader.ts';
import type { Notebook } from '../finding.ts';
import { confirms, questionIn } from '../questions.ts';
import { seen, statusIs } from '../statements.ts';
import type { Reply, RunIds, StartedRun, Target } from '../target.ts';

/** How long a paused run must stay silent to be believed. */
const silenceMs = 1_500;

const statusOf = ({ body }: Reply): unknown => memberOf(body, 'status');

const shown = (body: unknown): string => JSON.stringify(body).slice(0, 200);

/** Why it is no reply of the run with one of these statuses; null = it is. */
function expected(reply: Reply, { runId }: RunIds, ...wanted: string[]): WrittenStatement | null {
  const { status, body } = reply;
  if (status !== 200 || !wanted.includes(String(statusOf(reply)))) {
    return seen('check.seen.reply-wanted', { status, reply: shown(body), wanted });
  }
  const given = String(memberOf(body, 'runId'));
  return given === runId
    ? null
    : seen('check.seen.other-id', { member: 'runId', given: given.slice(0, 100), wanted: runId });
}

/** Why a run cannot be controlled by the endpoint that is specified; null = it can. */
export function noControl({ control }: Target['agent']): WrittenStatement | null {
  if (control === undefined) return seen('check.seen.no-control');
  const { template } = control;
  return template === undefined ? null : seen('check.seen.control-template', { template });
}

/** Pauses, resumes and stops a run that is under way. `asks`: it does, if nothing stops it. */
export async function checkControl(
  target: Target,
  { run, asks }: { run: StartedRun; asks: boolean },
  note: Notebook,
): Promise<void> {
  const { control } = target.agent;
  if (control === undefined) return;
  const isEnd = ({ type }: HaiEvent) => type === 'RUN_FINISHED' || type === 'RUN_ERROR';
  if (run.reader.events.some(isEnd)) {
    note.skip('control.pause', seen('check.seen.had-ended'));
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
    const received = await within(target.patienceMs, run.reader.until(confirms(action, status)));
    return received === null ? seen('check.seen.not-confirmed', { action, status }) : null;
  };
  const pressing = { run, press, confirmed };
  const can = new Set(control.actions);
  // First: an agent that streams has to hold its text back, and one that is paused stays to be asked.
  if (can.has('pause')) await checkPause(pressing, note);
  else note.skip('control.pause', seen('check.seen.not-listed'));
  const unknown = await press('pause', randomUUID(), { runId: randomUUID() });
  note.expect('control.unknown-run', statusIs(unknown, 404));
  const odd = await press('explode', randomUUID());
  note.expect(
    'control.unknown-action',
    odd.status >= 400 && odd.status < 500
      ? null
      : seen('check.seen.status', { status: odd.status }),
  );
  if (can.has('status'))
    note.expect(
      'control.status',
      expected(await press('status', randomUUID()), run, 'running', 'paused'),
    );
  if (can.has('pause')) await checkResumed(pressing, note);
  if (asks) await run.reader.until((event) => questionIn(event) !== null || isEnd(event));
  if (run.reader.events.some(isEnd)) note.skip('control.stop', seen('check.seen.had-ended'));
  else if (can.has('stop')) await checkStop(pressing, note);
  else note.skip('control.stop', seen('check.seen.not-listed'));
}

interface Pressing {
  run: StartedRun;
  press(action: string, key: string): Promise<Reply>;
  confirmed(action: string, status: string): Promise<WrittenStatement | null>;
}

async function checkPause({ run, press, confirmed }: Pressing, note: Notebook): Promise<void> {
  const key = randomUUID();
  const first = await press('pause', key);
  note.expect('control.pause', expected(first, run, 'paused'));
  const isFirst = ({ status, body }: Reply) =>
    status === first.status && JSON.stringify(body) === JSON.stringify(first.body);
  const again = await press('pause', key);
  note.expect(
    'control.repeated',
    isFirst(again) ? null : seen('check.seen.reply', { reply: shown(again.body) }),
  );
  const conflict = await press('stop', key);
  note.expect('control.key', isFirst(conflict) ? null : statusIs(conflict, 409));
  note.expect('control.pause-confirmed', await confirmed('pause', 'paused'));
  const count = run.reader.events.length;
  await timeout(silenceMs).done;
  const late = run.reader.events.slice(count).map(({ type }) => type);
  note.expect(
    'control.silent',
    late.length === 0 ? null : seen('check.seen.sent', { types: late.slice(0, 5) }),
  );
}

async function checkResumed({ run, press, confirmed }: Pressing, note: Notebook): Promise<void> {
  note.expect('control.resume', expected(await press('resume', randomUUID()), run, 'running'));
  note.expect('control.resume-confirmed', await confirmed('resume', 'running'));
}

async function checkStop({ run, press, confirmed }: Pressing, note: Notebook): Promise<void> {
  note.expect(
    'control.stop',
    expected(await press('stop', randomUUID()), run, 'stopping', 'stopped', 'finished'),
  );
  note.expect('control.stop-confirmed', await confirmed('stop', 'stopped'));
  const end = await run.reader.until(({ type }) => type === 'RUN_ERROR' || type === 'RUN_FINISHED');
  note.expect('control.stop-ends', end === null ? seen('check.seen.no-end') : null);
  const late = await press('stop', randomUUID());
  note.expect('control.after-end', statusIs(late, 409, 404));
}
