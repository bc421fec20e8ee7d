import type { ReactNode } from 'react';
import { knowledgeText as text } from '../../text/knowledge.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';

/** Selects all rows of a list, and offers what can be done with the selected ones. */
export function SelectionBar({
  selected,
  all,
  onAll,
  children,
}: {
  selected: number;
  all: number;
  onAll: (on: boolean) => void;
  children: ReactNode;
}) {
  if (all === 0) return null;
  return (
    <div className="row-wrap knowledge-selection">
      <Checkbox
        checked={selected === all}
        label={selected === 0 ? text.selectAll : text.selected(selected)}
        onChange={onAll}
      />
      {selected === 0 ? null : (
        <>
          {children}
          <Button onClick={() => onAll(false)} small variant="ghost">
            {text.clearSelection}
          </Button>
        </>
      )}
    </div>
  );
}
