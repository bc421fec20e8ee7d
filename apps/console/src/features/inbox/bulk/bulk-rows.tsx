import type { Prompt } from '@countersign/api/prompt';
import { clsx } from 'clsx';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { LiveRing } from '../../../live/session/live-time.tsx';
import { askText } from '../../../text/statements/asked-words.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SeverityMark } from '../../../ui/marks/severity.tsx';
import type { BulkColumns } from './bulk-columns.ts';
import { ContentCells, ContentHeads, shortSeal } from './content-cells.tsx';
import { FillCells, FillHeads } from './fill/fill-columns.tsx';
import type { Fill } from './fill/use-fill.ts';
import { RowInFull } from './row-in-full.tsx';
import { RowStatusLine } from './row-status.tsx';
import type { FrozenRow } from './use-frozen.ts';

interface BulkRowsProps {
  rows: readonly FrozenRow[];
  columns: BulkColumns;
  included: ReadonlySet<string>;
  onInclude: (promptId: string, included: boolean) => void;
  onIncludeAll: (included: boolean) => void;
  onLook: (promptId: string) => void;
  onOpen: (promptId: string) => void;
  /** Fields that are filled in, while that is the answer. */
  fill?: Fill | undefined;
}

interface RowProps extends Omit<BulkRowsProps, 'rows' | 'onIncludeAll'> {
  row: FrozenRow;
  order: readonly string[];
  /** Whether any row has one; else there is no column for it. */
  hasDeadlines: boolean;
  onFull: (prompt: Prompt) => void;
}

/** The name and the status of a row stay at the left while the rest is scrolled. */
function Row(props: RowProps) {
  const { row, order, columns, included, fill, hasDeadlines } = props;
  const { onInclude, onLook, onOpen, onFull } = props;
  const { shown, rowStatus } = row;
  const isReady = rowStatus.kind === 'ready';
  const isIn = isReady && included.has(shown.id);
  const ask = visibleText(askText(shown));
  return (
    <tr className={clsx(isIn && 'is-in', !isReady && 'is-out')}>
      <td className="bulk-pick sticky-cell">
        <Checkbox
          checked={isIn}
          disabled={!isReady}
          onChange={(on) => onInclude(shown.id, on)}
          label={<span className="visually-hidden">{text.pickRow(ask)}</span>}
        />
      </td>
      <th scope="row" className="bulk-ask sticky-cell">
        <span className="row-tight full-on-phone">
          <SeverityMark severity={shown.severity} />
          <button
            type="button"
            className="link target-height bulk-open truncate"
            title={`${ask}\n${text.openOne}`}
            onClick={() => onOpen(shown.id)}
          >
            {ask}
          </button>
          <IconButton
            label={text.inFull(ask)}
            title={text.inFullHint}
            icon={Maximize2}
            className="to-end rigid bulk-whole"
            onClick={() => onFull(shown)}
          />
        </span>
      </th>
      <td data-label={text.rowStatus} className="bulk-state sticky-cell">
        <RowStatusLine row={row} filled={fill?.rowOf(shown.id)} onLook={onLook} />
      </td>
      {fill && <FillCells fill={fill} prompt={shown} isReady={isReady} order={order} />}
      <ContentCells prompt={shown} columns={columns} />
      {columns.tasks && (
        <td data-label={text.task}>
          <span className="truncate" title={visibleText(shown.taskTitle ?? '')} dir="auto" lang="">
            {visibleText(shown.taskTitle ?? '')}
          </span>
        </td>
      )}
      {hasDeadlines && (
        <td data-label={text.deadline}>
          <LiveRing from={shown.openedAt} until={row.live.expiresAt} />
        </td>
      )}
      <td data-label={text.seal} className="mono muted" title={shown.digest}>
        {shortSeal(shown.digest)}
      </td>
    </tr>
  );
}

/** The rows as they were when the table was drawn; those that cannot be answered show why. */
export function BulkRows({ rows, onIncludeAll, ...rest }: BulkRowsProps) {
  const { columns, included } = rest;
  const [full, setFull] = useState<Prompt | null>(null);
  const ready = rows.filter((row) => row.rowStatus.kind === 'ready');
  const order = ready.map((row) => row.shown.id);
  const hasDeadlines = rows.some(({ live }) => live.expiresAt !== null);
  const all = ready.length > 0 && ready.every((row) => included.has(row.shown.id));
  return (
    <>
      <table className="small data-table head-stays stacked-on-phone bulk-grid">
        <thead>
          <tr>
            <th scope="col" className="bulk-pick sticky-cell">
              <Checkbox
                checked={all}
                disabled={ready.length === 0}
                onChange={onIncludeAll}
                label={<span className="visually-hidden">{text.pickAll}</span>}
              />
            </th>
            <th scope="col" className="bulk-ask sticky-cell">
              {text.ask}
            </th>
            <th scope="col" className="bulk-state sticky-cell">
              {text.rowStatus}
            </th>
            {rest.fill && <FillHeads fill={rest.fill} />}
            <ContentHeads {...columns} />
            {columns.tasks && <th scope="col">{text.task}</th>}
            {hasDeadlines && <th scope="col">{text.deadline}</th>}
            <th scope="col">{text.seal}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.shown.id}
              row={row}
              order={order}
              hasDeadlines={hasDeadlines}
              onFull={setFull}
              {...rest}
            />
          ))}
        </tbody>
      </table>
      {full && (
        <RowInFull
          prompt={full}
          columns={columns}
          leaves={rest.fill?.rowOf(full.id)?.feedback ?? null}
          onClose={() => setFull(null)}
        />
      )}
    </>
  );
}
