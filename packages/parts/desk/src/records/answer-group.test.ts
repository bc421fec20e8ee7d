import { type AnsweredBy, answeredBySchema } from '@countersign/api/origin';
import { heldBackBy, isSentAlone } from '@countersign/desk/answer-group';
import { readPastDamage } from '@countersign/server/store/faults/past-damage';
import { type Connection, openDatabase } from '@countersign/server/store/sqlite/database';
import { migrations } from '@countersign/server/store/sqlite/migrations';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { openIn, waitsFor } from './answer-group.ts';

let store: Connection | null = null;
afterEach(() => store?.close());

interface Row {
  answeredBy: AnsweredBy;
  together: string | null;
  state: 'open' | 'answered';
}
const someRow = fc.record<Row>({
  answeredBy: fc.constantFrom(...answeredBySchema.options),
  together: fc.constantFrom(null, 'run-3f2b6c1e', 'run-9d5a4c7b'),
  state: fc.constantFrom('open', 'answered'),
});

function put(to: Connection, { answeredBy, together, state }: Row, index: number): string {
  const id = `prompt-${index}`;
  to.run(
    `INSERT INTO prompts(id, thread, run, message_id, agent, blocking, state, severity, revision, sequence, ask, message,
      digest, opened, answered_by, together) VALUES(?,'t','r',?,'hiring',1,?,'info',1,?,'','{}','',0,?,?)`,
    id,
    id,
    state,
    index,
    answeredBy,
    // An answer that is sent separately is in no group.
    isSentAlone(answeredBy) ? null : together,
  );
  return id;
}

it('queries exactly the prompts that hold an answer back', async () => {
  const opened = openDatabase(':memory:', 'write');
  store = opened;
  for (const step of migrations) opened.exec(step);
  const reading = { ...opened, ...readPastDamage(() => {}) };
  await fc.assert(
    fc.asyncProperty(fc.array(someRow, { minLength: 1, maxLength: 8 }), async (rows) => {
      opened.run('DELETE FROM prompts');
      const ids = rows.map((row, index) => put(opened, row, index));
      for (const [index, row] of rows.entries()) {
        const others = rows.flatMap((other, at) =>
          at !== index && other.state === 'open' && heldBackBy([other])(row) ? [ids[at]] : [],
        );
        expect(await waitsFor(reading, ids[index] ?? '')).toEqual(others);
        // An answered prompt is not among the open ones: then both return whether anything holds it.
        if (row.state === 'answered')
          expect(heldBackBy(await openIn(reading, 't'))(row)).toBe(others.length > 0);
      }
    }),
    { numRuns: runs(100) },
  );
});
