import { CornerDownLeft } from 'lucide-react';
import { Fragment } from 'react';
import { Icon } from './icon.tsx';
import { useAreKeysOff } from './keys/keys.tsx';
import './kbd.css';

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const words: Record<string, string> = {
  $mod: isMac ? '⌘' : 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The keys of one binding in tinykeys' spelling: `a`, `g i`, `$mod+Enter`. Hidden from screen readers. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(/[ +]/).map((key, index) => (
        <Fragment key={`${key}${String(index)}`}>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus; its key is announced by aria-keyshortcuts */}
          <kbd className="centred muted nowrap on-panel rounded-small keycap" aria-hidden="true">
            {key === 'Enter' ? (
              <Icon of={CornerDownLeft} small />
            ) : (
              (words[key] ?? (key.length === 1 ? key.toUpperCase() : key))
            )}
          </kbd>
        </Fragment>
      ))}
    </>
  );
}

/** A key hint next to the action; hidden when the operator switched the keys off. */
export function Kbd({ keys }: { keys: string }) {
  return useAreKeysOff(keys) ? null : <KeyCaps keys={keys} />;
}
