import { Columns3 } from 'lucide-react';
import { bulkText as text } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import type { ColumnChoice } from './bulk-columns.ts';
import { columnLabel } from './cell-value.tsx';

interface ChooserProps {
  /** Every pointer that differs. */
  columns: readonly string[];
  choice: ColumnChoice;
}

/** Which of the differences have columns; the number of hidden ones is on its button. */
export function ColumnChooser({ columns, choice }: ChooserProps) {
  const hidden = columns.filter((pointer) => !choice.isShown(pointer)).length;
  if (columns.length === 0) return null;
  return (
    <Popover
      label={text.columns}
      align="end"
      trigger={
        <Button small icon={Columns3} className="bulk-columns">
          {text.columnsHidden(hidden)}
        </Button>
      }
    >
      <ul className="scrolls bulk-choose">
        {columns.map((pointer) => (
          <li key={pointer} title={pointer}>
            <Checkbox
              checked={choice.isShown(pointer)}
              label={columnLabel(pointer)}
              onChange={(shown) => choice.choose(pointer, shown)}
            />
          </li>
        ))}
      </ul>
    </Popover>
  );
}
