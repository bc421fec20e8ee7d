import type { Lineage } from '@countersign/thread/lineage';
import { ChevronDown } from 'lucide-react';
import { lineageText as text } from '../../text/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { type FoldBy, foldsOf } from './fold-branches.ts';
import type { GraphFilter } from './visible-graph.ts';

const foldings: readonly FoldBy[] = ['finished', 'runs', 'agents'];

interface FoldMenuProps {
  lineage: Lineage;
  filter: GraphFilter;
  onFilter: (filter: GraphFilter) => void;
}

/** Folds branches by what they are, and unfolds all. */
export function FoldMenu({ lineage, filter, onFilter }: FoldMenuProps) {
  return (
    <Menu
      trigger={
        <button className="button button-small" type="button">
          {text.folds}
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      {foldings.map((by) => (
        <MenuItem key={by} onSelect={() => onFilter({ ...filter, folded: foldsOf(lineage, by) })}>
          {text.foldBy[by]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem
        disabled={filter.folded.size === 0}
        onSelect={() => onFilter({ ...filter, folded: new Set() })}
      >
        {text.unfoldAll}
      </MenuItem>
    </Menu>
  );
}
