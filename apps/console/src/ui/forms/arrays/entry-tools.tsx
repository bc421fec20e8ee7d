import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { formsText as text } from '../../../text/texts.ts';
import { IconButton } from '../../button.tsx';
import type { Entries } from './use-entries.ts';

interface ToolsProps {
  entries: Entries;
  place: number;
  /** The name of the entry for screen readers. */
  spoken: string;
}

/** The tools of one entry of a list: up, down, remove. */
export function EntryTools({ entries, place, spoken }: ToolsProps) {
  const id = entries.idOf(place);
  const { canMove, canRemove, move, remove, items, fixed } = entries;
  return (
    <span className="side-by-side array-tools">
      {items.length > fixed && (
        <>
          <IconButton
            label={text.moveUp(spoken)}
            title={text.withKey(text.moveUp(spoken), 'Alt ↑')}
            aria-keyshortcuts="Alt+ArrowUp"
            icon={ArrowUp}
            id={`${id}-up`}
            data-tool
            disabled={!canMove(place, place - 1)}
            onClick={() => move(place, place - 1, spoken)}
          />
          <IconButton
            label={text.moveDown(spoken)}
            title={text.withKey(text.moveDown(spoken), 'Alt ↓')}
            aria-keyshortcuts="Alt+ArrowDown"
            icon={ArrowDown}
            id={`${id}-down`}
            data-tool
            disabled={!canMove(place, place + 1)}
            onClick={() => move(place, place + 1, spoken)}
          />
        </>
      )}
      <IconButton
        label={text.remove(spoken)}
        icon={X}
        id={`${id}-remove`}
        data-tool
        disabled={!canRemove(place)}
        onClick={() => remove(place, spoken)}
      />
    </span>
  );
}

/** Alt with an arrow moves the entry that has focus. */
export function moveByKeys({ entries, place, spoken }: ToolsProps) {
  return (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    // Alt and Down opens a list of options.
    if (event.target instanceof HTMLSelectElement || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (entries.canMove(place, place + step)) entries.move(place, place + step, spoken);
  };
}
