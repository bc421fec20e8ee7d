import type { Prompt } from '@countersign/api/prompt';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { askerName } from '../../../text/sender-name.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { BulkColumns } from './bulk-columns.ts';
import { CellValue, cellClass, columnLabel } from './cell-value.tsx';
import type { RowOrder } from './row-order.ts';

/** First eight digits of what an answer to the row is bound to. */
export const shortSeal = (digest: string): string =>
  `${digest.slice(0, 4)} ${digest.slice(4, 8)}`.trim();

interface HeadsProps extends BulkColumns {
  /** The rows can be sorted by what differs. */
  sort?: { order: RowOrder | null; onSort: (pointer: string) => void };
}

/** Heads of the asker, and of what differs. */
export function ContentHeads({ shown, agents, sort }: HeadsProps) {
  return (
    <>
      {agents && <th scope="col">{text.agent}</th>}
      {shown.map((pointer) => (
        <th
          key={pointer}
          scope="col"
          title={pointer}
          aria-sort={sort?.order?.pointer === pointer ? sort.order.direction : undefined}
        >
          {sort === undefined ? (
            columnLabel(pointer)
          ) : (
            <button type="button" className="bulk-sort" onClick={() => sort.onSort(pointer)}>
              {columnLabel(pointer)}
              {sort.order?.pointer === pointer && (
                <Icon of={sort.order.direction === 'ascending' ? ArrowUp : ArrowDown} small />
              )}
            </button>
          )}
        </th>
      ))}
    </>
  );
}

/** Who asks, and what differs in this row. */
export function ContentCells({ prompt, columns }: { prompt: Prompt; columns: BulkColumns }) {
  const { differing, shown, agents } = columns;
  const cells = differing.cells.get(prompt.id);
  return (
    <>
      {agents && (
        <td data-label={text.agent}>
          <span className="truncate" dir="auto" lang="">
            {visibleText(askerName(prompt))}
          </span>
        </td>
      )}
      {shown.map((pointer) => (
        <td
          key={pointer}
          data-label={columnLabel(pointer)}
          className={cellClass(cells?.get(pointer))}
        >
          <CellValue prompt={prompt} pointer={pointer} value={cells?.get(pointer)} />
        </td>
      ))}
    </>
  );
}
