import { keyCatalog } from '../../text/key-catalog.ts';
import { groupsOf, type KeyGroup, KeyList } from './key-list.tsx';
import { useKeyScopes } from './keys.tsx';

/** The keys of every screen, and any that are bound here and not in the catalog. */
function allGroups(bound: readonly KeyGroup[]): readonly KeyGroup[] {
  const known = new Set(keyCatalog.flatMap((group) => group.keys.map((key) => key.id)));
  const extra = bound.map((group) => ({
    ...group,
    keys: group.keys.filter((key) => !known.has(key.id)),
  }));
  const names = [...new Set([...keyCatalog, ...extra].map((group) => group.name))];
  return names
    .map((name) => ({
      name,
      keys: [...keyCatalog, ...extra]
        .filter((group) => group.name === name)
        .flatMap((group) => group.keys),
    }))
    .filter((group) => group.keys.length > 0);
}

/** For the settings: every key of the console with its switch, on all screens. */
export function KeySwitches() {
  return <KeyList groups={allGroups(groupsOf(useKeyScopes()))} />;
}
