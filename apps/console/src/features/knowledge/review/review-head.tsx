import type { ReactNode } from 'react';
import { knowledgeText as text } from '../../../text/knowledge.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';

/** How an item is selected. Without `onSelect` it cannot be. */
export interface Selection {
  isSelected?: boolean | undefined;
  onSelect?: ((on: boolean) => void) | undefined;
}

/** The top of something to decide on; `name`: what it is called. */
export function ReviewHead({
  name,
  isSelected = false,
  onSelect,
  children,
}: Selection & { name: string; children: ReactNode }) {
  return (
    <div className="side-by-side at-top">
      {onSelect === undefined ? null : (
        <Checkbox
          checked={isSelected}
          label={<span className="visually-hidden">{text.select(name)}</span>}
          onChange={onSelect}
        />
      )}
      <div className="stack-tight grow">{children}</div>
    </div>
  );
}
