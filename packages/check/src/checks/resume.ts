import type { Notebook } from '../finding.ts';
import type { StartedRun, Target } from '../target.ts';

const title = 'A lost connection is rejoined without loss or repetition';

/** Cuts the connection of a run, rejoins it, and compares with what is known. */
export async function checkResume(target: Target, run: StartedRun, note: Notebook): Promise<void> {
  const { reader } = run;
  const offers = reader.headers.get('hai-resume') === 'last-event-id';
  const ids = reader.frames.map(({ id }) => id);
  if (!offers) {
    note.skip(
      'rejoin',
      title,
      'The response has no header hai-resume: last-event-id. A lost connection is a lost run.',
    );
    return;
  }
  const missing = ids.filter((id) => id === null).length;
  note.expect(
    'ids',
    'Every frame has an id',
    missing === 0 ? null : `${missing} of ${ids.length} have none.`,
  );
  const middle = Math.max(0, Math.floor(ids.length / 2) - 1);
  const last = ids[middle];
  if (last === null || last === undefined) return;
  const again = await target.start(run, { 'last-event-id': last });
  if (again.reader.status !== 200) {
    note.fail('rejoin', title, `The status was ${again.reader.status}.`);
    return;
  }
  const wanted = reader.frames.slice(middle + 1).map(({ data }) => data);
  await again.reader.until(() => again.reader.frames.length >= wanted.length);
  const got = again.reader.frames.slice(0, wanted.length).map(({ data }) => data);
  again.reader.close();
  note.expect(
    'rejoin',
    title,
    JSON.stringify(got) === JSON.stringify(wanted)
      ? null
      : `After the id ${last}, ${wanted.length} frames were expected; ${got.length} came, or others.`,
  );
  const ahead = await target.start(run, { 'last-event-id': '999999999' });
  const isRefused = ahead.reader.status >= 400 && ahead.reader.status < 500;
  ahead.reader.close();
  if (isRefused) note.pass('ahead', 'An id that was never sent is refused');
  else
    note.warn(
      'ahead',
      'An id that was never sent is refused',
      `The status was ${ahead.reader.status}.`,
    );
}
