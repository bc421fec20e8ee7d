import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { expect, it } from 'vitest';
import type { Opening } from './opening-operation.ts';
import { createOpenings, type TabReport } from './openings.ts';

function setUp() {
  const clock = createManualClock(1_000);
  const kept: Opening[] = [];
  const openings = createOpenings(clock, (opening) => void kept.push(opening));
  const say = (mode: TabReport['mode'], tab = 'tab') =>
    openings.notify({ promptId: 'q', tab, operatorId: 'ada', mode });
  return { clock, kept, openings, say };
}
const opening = (openedAt: number, closedAt: number) => ({
  ...{ promptId: 'q', operatorId: 'ada', openedAt, closedAt },
});

it('is from the first report of a tab until it is gone', () => {
  const { clock, kept, say } = setUp();
  say('viewing');
  clock.advance(3_000);
  say('editing');
  clock.advance(3_000);
  say('gone');
  say('gone');
  expect(kept).toEqual([opening(1_000, 7_000)]);
});

it('ends at the last report of a tab that is silent', () => {
  const { clock, kept, say } = setUp();
  say('viewing');
  clock.advance(10_000);
  say('viewing');
  clock.advance(60_000);
  expect(kept).toEqual([opening(1_000, 11_000)]);
});

it('ends with the server, and with the access of the operator', () => {
  const { clock, kept, openings, say } = setUp();
  say('viewing', 'one');
  clock.advance(2_000);
  openings.leave('ada');
  say('viewing', 'two');
  openings.close();
  expect(kept).toEqual([opening(1_000, 3_000), opening(3_000, 3_000)]);
});
