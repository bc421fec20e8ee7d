import { clsx } from 'clsx';
import { keysText as text } from '../../text/texts.ts';
import { Checkbox } from '../checkbox.tsx';
import { KeyCaps } from '../kbd.tsx';
import { type KeyScope, keyIdOf } from './key-binding.ts';
import './key-sheet.css';
import { useKeySettings } from './keys.tsx';

/** Keys with what they do, under the name of where they act. */
export interface KeyGroup {
  name: string;
  keys: readonly { id: string; keys: string; label: string }[];
}

/** What is bound now, by the name of its scope; what is hidden is left out. */
export function groupsOf(scopes: readonly KeyScope[]): readonly KeyGroup[] {
  const names = [...new Set(scopes.map((scope) => scope.name))];
  const keysOf = (scope: KeyScope) =>
    scope.bindings
      .filter((binding) => binding.hidden !== true)
      .map((binding) => ({
        id: keyIdOf(scope.id, binding),
        keys: binding.keys,
        label: binding.label,
      }));
  return names
    .map((name) => ({
      name,
      keys: scopes.filter((scope) => scope.name === name).flatMap(keysOf),
    }))
    .filter((group) => group.keys.length > 0);
}

/** Each key with its switch. */
export function KeyList({ groups }: { groups: readonly KeyGroup[] }) {
  const { isOff, switchKey } = useKeySettings();
  return (
    <div className="keys stack">
      {groups.map((group) => (
        <section key={group.name}>
          <h3 className="space-below">{group.name}</h3>
          <ul>
            {group.keys.map(({ id, keys, label }) => (
              <li key={id} className={clsx('row spread', isOff(id) && 'muted is-off')}>
                <Checkbox
                  checked={!isOff(id)}
                  onChange={(on) => switchKey(id, on)}
                  label={
                    <>
                      {label}
                      <span className="visually-hidden"> {text.spoken(keys)}</span>
                    </>
                  }
                />
                <span className="row-tight">
                  <KeyCaps keys={keys} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
