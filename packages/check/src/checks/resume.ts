import type { Notebook } from '../finding.ts';
import { seen } from '../statements.ts';
import type { StartedRun, Target } from '../target.ts';

/** Cuts the connection of a run, rejoins it, and compares with what is known. */
export async function checkResume(target: Target, run: StartedRun, note: Notebook): Promise<void> {
  const { reader } = run;
  const offers = reader.headers.get('hai-resume') === 'last-event-id';
  const ids = reader.frames.map(({ id }) => id);
  if (!offers) {
    note.skip('rejoin.rejoin', seen('check.seen.no-resume'));
    return;
  }
  const missing = ids.filter((id) => id === null).length;
  note.expect(
    'rejoin.ids',
    missing === 0 ? null : seen('check.seen.missing-ids', { missing, count: ids.length }),
  );
  const middle = Math.max(0, Math.floor(ids.length / 2) - 1);
  const last = ids[middle];
  if (last === null || last === undefined) return;
  const again = await target.start(run, { 'last-event-id': last });
  if (again.reader.status !== 200) {
    note.fail('rejoin.rejoin', seen('check.seen.status', { status: again.reader.status }));
    return;
  }
  const wanted = reader.frames.slice(middle + 1).map(({ data }) => data);
  await again.reader.until(() => again.reader.frames.length >= wanted.length);
  const got = again.reader.frames.slice(0, wanted.length).map(({ data }) => data);
  again.reader.close();
  note.expect(
    'rejoin.rejoin',
    JSON.stringify(got) === JSON.stringify(wanted)
      ? null
      : seen('check.seen.rejoined-others', { id: last, wanted: wanted.length, got: got.length }),
  );
  const ahead = await target.start(run, { 'last-event-id': '999999999' });
  const isRefused = ahead.reader.status >= 400 && ahead.reader.status < 500;
  ahead.reader.close();
  if (isRefused) note.pass('rejoin.ahead');
  else note.warn('rejoin.ahead', seen('check.seen.status', { status: ahead.reader.status }));
}
