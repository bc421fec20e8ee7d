import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { expect, it } from 'vitest';
import { createAttendance, graceMs, repeatMs } from './attendance.ts';

const id = '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';

it('abandons a question that is not requested again, and no other', () => {
  const clock = createManualClock();
  const attendance = createAttendance(clock);
  const abandoned: string[] = [];
  const lose = () => attendance.lost(id, () => abandoned.push(id));

  // A repetition that arrives before the loss is noticed.
  const leave = attendance.attend('mcp-editor', id);
  lose();
  clock.advance(graceMs);
  expect(abandoned).toEqual([]);
  leave();

  // One that arrives afterwards.
  lose();
  clock.advance(graceMs - 1);
  attendance.attend('mcp-editor', id)();
  clock.advance(graceMs);
  expect(abandoned).toEqual([]);

  lose();
  clock.advance(graceMs - 1);
  expect(abandoned).toEqual([]);
  clock.advance(1);
  expect(abandoned).toEqual([id]);

  lose();
  attendance.close();
  clock.advance(graceMs);
  expect(abandoned).toEqual([id]);
});

it('keeps a question for which a call waits at another server, as long as that server reports it', () => {
  const clock = createManualClock();
  const attendance = createAttendance(clock);
  const abandoned: string[] = [];
  const lose = () => attendance.lost(id, () => abandoned.push(id));

  attendance.elsewhere(id, 'wait-1');
  for (let reported = 0; reported < 9; reported += 1) {
    clock.advance(repeatMs);
    attendance.elsewhere(id, 'wait-1');
  }
  lose();
  clock.advance(graceMs - 1);
  expect(abandoned).toEqual([]);

  // That server was killed: it reports no end.
  clock.advance(1);
  lose();
  clock.advance(graceMs);
  expect(abandoned).toEqual([id]);

  attendance.elsewhere(id, 'wait-2');
  attendance.elsewhere(id, 'wait-3');
  attendance.elsewhereOver('wait-2');
  lose();
  clock.advance(graceMs - 1);
  attendance.elsewhereOver('wait-3');
  lose();
  clock.advance(graceMs);
  expect(abandoned).toEqual([id, id]);
});
