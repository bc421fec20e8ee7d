import { NetworkError } from '@countersign/client/problem-error';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, emptyDraft, hasContent } from './draft.ts';
import { createDraftStore, type DraftPorts } from './draft-store.ts';

/** The server of one prompt and operator, a clock, and the tabs that write to it. */
function makeWorld() {
  let kept: string | null = null;
  let clock = 1_000;
  let isDeaf = false;
  return {
    /** From now on it confirms what it does not store, as while an answer is recorded. */
    deaf: (yes: boolean) => {
      isDeaf = yes;
    },
    server: () => (kept === null ? null : (JSON.parse(kept) as Draft)),
    drop: () => {
      kept = null;
    },
    tab(local: Draft | null = null) {
      let isOnline = true;
      let stored = local;
      const due: (() => void)[] = [];
      /** Responses of the server that are held back; null = none is. */
      let heldBack: (() => void)[] | null = null;
      const reach = async () => {
        if (!isOnline) throw new NetworkError('offline');
      };
      const ports: DraftPorts = {
        read: () => stored,
        keep: (draft) => {
          stored = draft;
        },
        load: async () => {
          await reach();
          return kept === null ? null : JSON.parse(kept);
        },
        save: async (draft) => {
          await reach();
          if (!isDeaf) kept = JSON.stringify(draft);
          if (heldBack) await new Promise<void>((resolve) => heldBack?.push(resolve));
        },
        isPassing: (error) => error instanceof NetworkError,
        now: () => {
          clock += 1;
          return clock;
        },
        schedule(run) {
          due.push(run);
          return () => {
            const at = due.indexOf(run);
            if (at >= 0) due.splice(at, 1);
          };
        },
      };
      const drafts = createDraftStore(ports);
      /** Lets all pending requests finish, and all timers fire. */
      const settle = async () => {
        for (let round = 0; round < 6; round += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          for (const run of due.splice(0)) run();
        }
        await new Promise((resolve) => setImmediate(resolve));
      };
      return {
        drafts,
        settle,
        stored: () => stored,
        state: () => drafts.store.getState(),
        words: () => drafts.store.getState().draft.instruction,
        /** From now on versions reach the server, but its responses do not come back. */
        holdResponses: () => {
          heldBack = [];
        },
        releaseResponses: () => {
          for (const release of heldBack ?? []) release();
          heldBack = null;
        },
        write: (instruction: string) => drafts.update({ type: 'instruction', instruction }),
        online: (yes: boolean) => {
          isOnline = yes;
          if (!yes) drafts.lost();
        },
      };
    },
  };
}

describe('draft store', () => {
  it('is not saved while an answer is being sent, and is saved when that was recalled', async () => {
    const world = makeWorld();
    const tab = world.tab();
    await tab.drafts.sync();
    tab.write('Keep 0409');
    tab.drafts.hold(true);
    await tab.settle();
    expect(world.server()).toBeNull();
    expect(tab.words()).toBe('Keep 0409');
    tab.drafts.hold(false);
    await tab.settle();
    expect(world.server()?.instruction).toBe('Keep 0409');
    expect(tab.state().kept).toBe('server');
  });

  it('is stored here at once and on the server soon after', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.write('Keep 0409');
    expect(tab.stored()?.instruction).toBe('Keep 0409');
    expect(tab.state().kept).toBe('saving');
    await tab.settle();
    expect(tab.state().kept).toBe('server');
    expect(world.server()?.instruction).toBe('Keep 0409');
  });

  it('is not stored when only a kind was chosen', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.drafts.update({ type: 'approve' });
    await tab.settle();
    expect(tab.stored()).toBeNull();
    expect(world.server()).toBeNull();
  });

  it('follows its operator to another tab, and back', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    one.write('First');
    await one.settle();
    await two.drafts.sync();
    expect(two.words()).toBe('First');
    two.write('First, and more');
    await two.settle();
    await one.drafts.sync();
    expect(one.words()).toBe('First, and more');
    expect(one.state().other).toBeNull();
  });

  it('lets the operator choose between two independent versions', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    two.online(false);
    one.write('From the first');
    two.write('From the second');
    await one.settle();
    two.online(true);
    await two.settle();
    expect(two.words()).toBe('From the second');
    expect(two.state().other?.instruction).toBe('From the first');
    expect(world.server()?.instruction).toBe('From the first');
    two.write('From the second, still typing');
    await two.settle();
    expect(world.server()?.instruction).toBe('From the first');
    two.drafts.dropOther();
    await two.settle();
    await one.drafts.sync();
    expect(one.words()).toBe('From the second, still typing');
    expect(one.state().other).toBeNull();
  });

  it('takes the other version on request, here and on the server', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    two.online(false);
    one.write('From the first');
    two.write('From the second');
    await one.settle();
    two.online(true);
    await two.settle();
    two.drafts.takeOther();
    await two.settle();
    expect(two.words()).toBe('From the first');
    expect(world.server()?.instruction).toBe('From the first');
  });

  it('requires no choice when both versions are the same', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    two.online(false);
    one.write('Same');
    two.write('Same');
    await one.settle();
    two.online(true);
    await two.settle();
    expect(two.state().other).toBeNull();
  });

  it('is emptied when its text was deleted in another tab', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    one.write('First');
    await one.settle();
    await two.drafts.sync();
    two.write('');
    await two.settle();
    await one.drafts.sync();
    expect(hasContent(one.state().draft)).toBe(false);
  });

  it('keeps a draft stored before versions had ancestors', async () => {
    const world = makeWorld();
    const { after: _after, ...older } = { ...emptyDraft, instruction: 'Old', savedAt: 7 };
    const tab = world.tab(older as Draft);
    await tab.drafts.sync();
    await tab.settle();
    expect(tab.words()).toBe('Old');
    expect(world.server()?.instruction).toBe('Old');
  });

  it('tries again when the network was lost, not when the server has refused', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.online(false);
    tab.write('Words');
    await tab.settle();
    expect(tab.state().kept).toBe('browser');
    tab.online(true);
    await tab.settle();
    expect(tab.state().kept).toBe('server');
  });

  it('saves an edit of its own saved text once the network is back', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.write('First');
    await tab.settle();
    tab.write('First, and more');
    tab.online(false);
    await tab.drafts.sync();
    tab.online(true);
    await tab.settle();
    expect(world.server()?.instruction).toBe('First, and more');
    expect(tab.state().kept).toBe('server');
  });

  it('is not in conflict with itself when the page is loaded again while it is being saved', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.write('One');
    await tab.settle();
    tab.holdResponses();
    tab.write('One, two');
    await tab.settle();
    tab.write('One, two, three');
    const again = world.tab(tab.stored());
    await again.drafts.sync();
    await again.settle();
    expect(again.state().other).toBeNull();
    expect(again.words()).toBe('One, two, three');
    expect(world.server()?.instruction).toBe('One, two, three');
  });

  it('is not in conflict with itself when the server had confirmed a version that it has not', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.write('One');
    await tab.settle();
    world.deaf(true);
    tab.write('One, two');
    await tab.settle();
    world.deaf(false);
    const again = world.tab(tab.stored());
    await again.drafts.sync();
    await again.settle();
    expect(again.state().other).toBeNull();
    expect(world.server()?.instruction).toBe('One, two');
  });

  it('is not in conflict with text that was deleted before the page was loaded again', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.write('One');
    await tab.settle();
    tab.online(false);
    tab.write('');
    await tab.settle();
    const again = world.tab(tab.stored());
    again.write('Other words');
    await again.drafts.sync();
    await again.settle();
    expect(again.state().other).toBeNull();
    expect(world.server()?.instruction).toBe('Other words');
  });

  it('is not in conflict with a kind that was chosen after its text was deleted', async () => {
    const world = makeWorld();
    const tab = world.tab();
    tab.write('One');
    await tab.settle();
    tab.write('');
    await tab.settle();
    tab.drafts.update({ type: 'approve' });
    await tab.drafts.sync();
    expect(tab.state().other).toBeNull();
    expect(tab.state().draft.type).toBe('approve');
    expect(tab.stored()).toBeNull();
  });

  it('is never in conflict with itself, for any actions of one tab', async () => {
    const actions = ['write', 'empty', 'kind', 'on', 'off', 'sync', 'settle', 'reload', 'lose'];
    const step = fc.constantFrom(...actions, 'deaf', 'hear', 'hold', 'release');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const world = makeWorld();
        let tab = world.tab();
        for (const [index, what] of steps.entries()) {
          if (what === 'write') tab.write(`${tab.words()}${String(index)};`);
          else if (what === 'empty') tab.write('');
          else if (what === 'kind') tab.drafts.update({ type: 'approve' });
          else if (what === 'on' || what === 'off') tab.online(what === 'on');
          else if (what === 'sync') await tab.drafts.sync();
          else if (what === 'settle') await tab.settle();
          else if (what === 'lose') tab.holdResponses();
          else if (what === 'deaf' || what === 'hear') world.deaf(what === 'deaf');
          else if (what === 'hold' || what === 'release') tab.drafts.hold(what === 'hold');
          else tab = world.tab(JSON.parse(JSON.stringify(tab.stored())));
          expect(tab.state().other).toBeNull();
        }
        world.deaf(false);
        tab.online(true);
        await tab.drafts.sync();
        expect(tab.state().other).toBeNull();
      }),
      { numRuns: runs(300) },
    );
  });

  it('asks also when the other tab has written twice in the meantime', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    two.online(false);
    two.write('From the second');
    one.write('First');
    await one.settle();
    one.write('First, twice');
    await one.settle();
    two.online(true);
    await two.drafts.sync();
    expect(two.words()).toBe('From the second');
    expect(two.state().other?.instruction).toBe('First, twice');
  });

  it('reaches another tab without a question, also when it was written while it was being saved', async () => {
    const world = makeWorld();
    const [one, two] = [world.tab(), world.tab()];
    one.write('One');
    await one.settle();
    one.holdResponses();
    one.write('One, two');
    await one.settle();
    await two.drafts.sync();
    expect(two.words()).toBe('One, two');
    one.write('One, two, three');
    one.releaseResponses();
    await one.settle();
    await two.drafts.sync();
    expect(two.state().other).toBeNull();
    expect(two.words()).toBe('One, two, three');
  });

  it('never drops unseen text, for any actions of two tabs', async () => {
    type Step = { tab: 0 | 1; what: 'write' | 'on' | 'off' | 'sync' | 'settle' };
    const step: fc.Arbitrary<Step> = fc.record({
      tab: fc.constantFrom(0, 1),
      what: fc.constantFrom('write', 'on', 'off', 'sync', 'settle'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const world = makeWorld();
        const tabs = [world.tab(), world.tab()] as const;
        // The text of every version lists what it was written over.
        for (const [index, { tab, what }] of steps.entries()) {
          const at = tabs[tab];
          const before = at.words();
          if (what === 'write') at.write(`${before}${String(index)};`);
          else if (what === 'settle') await at.settle();
          else if (what === 'sync') await at.drafts.sync();
          else at.online(what === 'on');
          // Text that replaced that of a tab without a choice contains it.
          expect(at.words().startsWith(before)).toBe(true);
        }
        for (const at of tabs) at.online(true);
        for (const at of tabs) await at.settle();
        for (const at of tabs) await at.drafts.sync();
        const [one, two] = tabs;
        const isSettled = one.words() === two.words();
        const isAsked = one.state().other !== null || two.state().other !== null;
        const isEmpty = [one, two].some((at) => at.words() === '');
        expect(isSettled || isAsked || isEmpty).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });
});
