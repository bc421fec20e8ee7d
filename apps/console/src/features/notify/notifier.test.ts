import { createManualClock, type ManualClock } from '@countersign/testkit/manual-clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNotifier, type Notice, type NotifierState, type Unseen } from './notifier.ts';

const MINUTE = 60_000;
const prompt = (id: string): Unseen => ({
  id,
  ask: `Pay ${id}?`,
  agentName: 'Payer',
  relayedFor: null,
});
const away: NotifierState = {
  unseen: [],
  settings: { on: true, repeatMs: null, sound: false },
  leads: true,
  looking: false,
};

let clock: ManualClock;
let reported: Readonly<Record<string, number>>;
let log: string[];
const nameOf = (notice: Notice) =>
  notice.kind === 'one' ? notice.prompt.id : `${notice.count} at once`;
function start() {
  return createNotifier({
    now: clock.now,
    schedule: clock.schedule,
    show(notice) {
      log.push(nameOf(notice));
      return () => log.push(`away ${nameOf(notice)}`);
    },
    tone: () => log.push('tone'),
    readNotified: () => reported,
    writeNotified: (next) => {
      reported = next;
    },
  });
}
beforeEach(() => {
  clock = createManualClock();
  clock.advance(1_000_000);
  reported = {};
  log = [];
});

describe('a notice', () => {
  it('comes once for each question, and goes when it is seen', () => {
    const { update } = start();
    update({ ...away, unseen: [prompt('a')] });
    update({ ...away, unseen: [prompt('a'), prompt('b')] });
    clock.advance(60 * MINUTE);
    update({ ...away, unseen: [prompt('b')] });
    expect(log).toEqual(['a', 'b', 'away a']);
  });

  it('is repeated at the chosen interval until it is seen', () => {
    const settings = { ...away.settings, repeatMs: 5 * MINUTE };
    const { update } = start();
    update({ ...away, settings, unseen: [prompt('a')] });
    clock.advance(4 * MINUTE);
    expect(log).toEqual(['a']);
    clock.advance(MINUTE);
    expect(log).toEqual(['a', 'away a', 'a']);
    update({ ...away, settings, unseen: [] });
    clock.advance(60 * MINUTE);
    expect(log).toEqual(['a', 'away a', 'a', 'away a']);
  });

  it('does not come while the operator looks, nor at once after turning away', () => {
    const { update } = start();
    const state = { ...away, unseen: [prompt('a')] };
    update({ ...state, looking: true });
    clock.advance(MINUTE);
    update(state);
    expect(log).toEqual([]);
    clock.advance(9_999);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(log).toEqual(['a']);
  });

  it('is shown at once for a question that opens while the console is out of view', () => {
    const { update } = start();
    update({ ...away, looking: true });
    update(away);
    clock.advance(MINUTE);
    update({ ...away, unseen: [prompt('a')] });
    expect(log).toEqual(['a']);
  });

  it('is one for all when many questions open', () => {
    const { update } = start();
    const many = Array.from({ length: 40 }, (_, index) => prompt(`p${index}`));
    update({ ...away, unseen: many });
    expect(log).toEqual(['40 at once']);
    update({ ...away, unseen: [] });
    expect(log).toEqual(['40 at once', 'away 40 at once']);
  });

  it('is one for all, at most every two seconds, while questions arrive one by one', () => {
    const { update } = start();
    const unseen: Unseen[] = [];
    for (let index = 0; index < 100; index += 1) {
      unseen.push(prompt(`p${index}`));
      update({ ...away, unseen: [...unseen] });
      clock.advance(50);
    }
    const shown = log.filter((line) => !line.startsWith('away'));
    expect(shown.slice(0, 3)).toEqual(['p0', 'p1', 'p2']);
    expect(shown.length).toBeLessThanOrEqual(6);
    clock.advance(MINUTE);
    expect(log.at(-1)).toBe('100 at once');
  });
});

describe('several tabs', () => {
  it('only the leading one notifies, and the next leader does not repeat its notices', () => {
    const first = start();
    const second = start();
    const state = { ...away, unseen: [prompt('a')] };
    first.update(state);
    second.update({ ...state, leads: false });
    expect(log).toEqual(['a']);
    first.close();
    second.update({ ...state, leads: true });
    expect(log).toEqual(['a', 'away a']);
    second.update({ ...state, unseen: [prompt('a'), prompt('b')] });
    expect(log.at(-1)).toBe('b');
  });

  it('a reload repeats no notice, and forgets closed questions', () => {
    reported = { a: clock.now(), old: 1 };
    start().update({ ...away, unseen: [prompt('a'), prompt('b')] });
    expect(log).toEqual(['b']);
    expect(Object.keys(reported).sort()).toEqual(['a', 'b']);
  });
});

describe('the tone', () => {
  it('is off by default, and one for any number of questions', () => {
    const { update } = start();
    update({ ...away, unseen: [prompt('a')] });
    expect(log).toEqual(['a']);
    const settings = { on: false, repeatMs: null, sound: true };
    update({ ...away, settings, unseen: [prompt('a'), prompt('b'), prompt('c')] });
    expect(log).toEqual(['a', 'tone']);
  });

  it('nothing is notified when everything is switched off', () => {
    const { update } = start();
    update({
      ...away,
      settings: { on: false, repeatMs: null, sound: false },
      unseen: [prompt('a')],
    });
    clock.advance(60 * MINUTE);
    expect(log).toEqual([]);
  });
});
