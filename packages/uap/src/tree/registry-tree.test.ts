import { describe, expect, it } from 'vitest';
import { billingTools, geoPlanner, registered } from '../testing/services.ts';
import {
  emptyTree,
  forgetChild,
  mergedServices,
  recordContact,
  synchronise,
  treeKey,
} from './registry-tree.ts';

const planner = registered(geoPlanner);
const tools = registered(billingTools);
const minute = 60_000;

describe('a tree of registries', () => {
  it('shows at the root what is registered below, with where it comes from', () => {
    const child = synchronise(emptyTree('east'), { registry: 'leaf', services: [planner], now: 0 });
    const upward = mergedServices(child, [tools], 0);
    const root = synchronise(emptyTree('root'), { registry: 'east', services: upward, now: 0 });
    expect(mergedServices(root, [], 0)).toMatchObject([
      { id: tools.id, origin_registry: 'east', origin_path: ['east', 'root'], stale: false },
      { id: planner.id, origin_registry: 'leaf', origin_path: ['leaf', 'east', 'root'] },
    ]);
  });

  it('keeps the same service of two registries apart', () => {
    const tree = synchronise(emptyTree('root'), { registry: 'east', services: [planner], now: 0 });
    expect(mergedServices(tree, [planner], 0).map(treeKey)).toEqual([
      `root/${planner.id}`,
      `east/${planner.id}`,
    ]);
  });

  it('marks what a silent child had as stale after a minute, and keeps it', () => {
    let tree = synchronise(emptyTree('root'), { registry: 'east', services: [planner], now: 0 });
    expect(mergedServices(tree, [], minute - 1)[0]?.stale).toBe(false);
    expect(mergedServices(tree, [], minute)[0]?.stale).toBe(true);
    expect(mergedServices(tree, [], 99 * minute)).toHaveLength(1);
    tree = recordContact(tree, 'east', 99 * minute);
    expect(mergedServices(tree, [], 99 * minute)[0]?.stale).toBe(false);
  });

  it('passes on that an entry further below is stale', () => {
    const child = synchronise(emptyTree('east'), { registry: 'leaf', services: [planner], now: 0 });
    const upward = mergedServices(child, [], minute);
    const root = synchronise(emptyTree('root'), {
      registry: 'east',
      services: upward,
      now: minute,
    });
    expect(mergedServices(root, [], minute)[0]?.stale).toBe(true);
  });

  it('replaces the last list of a child: what it no longer has is gone', () => {
    const before = synchronise(emptyTree('root'), {
      registry: 'east',
      services: [planner],
      now: 0,
    });
    const after = synchronise(before, { registry: 'east', services: [tools], now: 1 });
    expect(mergedServices(after, [], 1).map(({ id }) => id)).toEqual([tools.id]);
    expect(mergedServices(forgetChild(after, 'east'), [], 1)).toEqual([]);
    // The tree before is unchanged.
    expect(mergedServices(before, [], 1).map(({ id }) => id)).toEqual([planner.id]);
  });

  it('drops what returns in a cycle', () => {
    const root = synchronise(emptyTree('root'), { registry: 'east', services: [planner], now: 0 });
    const down = mergedServices(root, [tools], 0);
    const circle = synchronise(emptyTree('east'), { registry: 'root', services: down, now: 0 });
    expect(mergedServices(circle, [planner], 0).map(treeKey)).toEqual([
      `east/${planner.id}`,
      `root/${tools.id}`,
    ]);
  });

  it('drops what claims to be registered here, whatever way it came', () => {
    const claimed = { ...planner, origin_registry: 'root', origin_path: ['east'], stale: false };
    const tree = synchronise(emptyTree('root'), {
      ...{ registry: 'east', now: 0 },
      services: [claimed, tools],
    });
    expect(mergedServices(tree, [], 0).map(treeKey)).toEqual([`east/${tools.id}`]);
    expect(mergedServices(tree, [planner], 0)).toMatchObject([
      { origin_registry: 'root', origin_path: ['root'] },
      { origin_registry: 'east' },
    ]);
  });

  it('takes an entry with two ways from the one that is fresh, and else the short one', () => {
    const entry = { ...planner, origin_registry: 'leaf', stale: false };
    const long = { ...entry, origin_path: ['leaf', 'a', 'west'] };
    const short = { ...entry, origin_path: ['leaf', 'east'] };
    const west = synchronise(emptyTree('root'), {
      registry: 'west',
      services: [long],
      now: minute,
    });
    const both = synchronise(west, { registry: 'east', services: [short], now: 0 });
    expect(mergedServices(both, [], 1)).toMatchObject([{ origin_path: ['leaf', 'east', 'root'] }]);
    expect(mergedServices(both, [], minute)).toMatchObject([
      { origin_path: ['leaf', 'a', 'west', 'root'], stale: false },
    ]);
  });
});
