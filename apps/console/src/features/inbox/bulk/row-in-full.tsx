import type { Prompt } from '@countersign/api/prompt';
import { bulkText as text } from '../../../text/bulk.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { BulkColumns } from './bulk-columns.ts';
import { cellWords, columnLabel } from './cell-value.tsx';

interface RowInFullProps {
  prompt: Prompt;
  columns: BulkColumns;
  onClose: () => void;
}

/** Everything that differs in one row, evidence too, without a cut. */
export function RowInFull({ prompt, columns, onClose }: RowInFullProps) {
  const cells = columns.differing.cells.get(prompt.id);
  return (
    <Dialog open wide title={visibleText(prompt.ask)} onOpenChange={(open) => !open && onClose()}>
      <dl className="dl bulk-full">
        {columns.differing.columns.map((pointer) => (
          <div key={pointer}>
            <dt title={pointer}>{columnLabel(pointer)}</dt>
            <dd className="pre">
              <bdi>{cellWords(cells?.get(pointer))}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{text.task}</dt>
          <dd dir="auto">{visibleText(prompt.taskTitle)}</dd>
        </div>
        <div>
          <dt>{text.seal}</dt>
          <dd className="mono bulk-seal">{prompt.digest}</dd>
        </div>
      </dl>
    </Dialog>
  );
}
