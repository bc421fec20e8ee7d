import type { Prompt } from '@countersign/api/prompt';
import type { Severity } from '@countersign/upformat/message';
import { clsx } from 'clsx';
import { Maximize2 } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { LiveRing } from '../../../live/session/live-time.tsx';
import { askText } from '../../../text/statements/asked-words.ts';
import { severityLabels, bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SeverityMark } from '../../../ui/marks/severity.tsx';
import type { BulkColumns } from './bulk-columns.ts';
import { sumsOf, sumWords } from './column-sums.ts';
import { ContentCells, ContentHeads, shortSeal } from './content-cells.tsx';
import { FillCells, FillHeads } from './fill/fill-columns.tsx';
import type { Fill } from './fill/use-fill.ts';
import { RowInFull } from './row-in-full.tsx';
import { type RowOrder, sortedRows } from './row-order.ts';
import { RowStatusLine } from './row-status.tsx';
import { sectionsOf } from './severity-sections.ts';
import type { FrozenRow } from './use-frozen.ts';

interface BulkRowsProps {
  rows: readonly FrozenRow[];
  columns: BulkColumns;
  included: ReadonlySet<string>;
  onInclude: (promptId: string, included: boolean) => void;
  /** All rows of this table, or these. */
  onIncludeAll: (included: boolean, among?: ReadonlySet<string>) => void;
  onLook: (promptId: string) => void;
  onOpen: (promptId: string) => void;
  onSorted: () => void;
  /** Fields that are filled in, while that is the answer. */
  fill?: Fill | undefined;
}

interface RowProps
  extends Pick<BulkRowsProps, 'columns' | 'fill' | 'onInclude' | 'onLook' | 'onOpen'> {
  row: FrozenRow;
  isIn: boolean;
  order: readonly string[];
  /** Whether any row has one; else there is no column for it. */
  hasDeadlines: boolean;
  onFull: (prompt: Prompt) => void;
}

/** The name and the status of a row stay at the left while the rest is scrolled. */
const Row = memo(function Row(props: RowProps) {
  const { row, isIn, order, columns, fill, hasDeadlines } = props;
  const { onInclude, onLook, onOpen, onFull } = props;
  const { shown, rowStatus } = row;
  const isReady = rowStatus.kind === 'ready';
  const ask = visibleText(askText(shown));
  return (
    <tr className={clsx(isIn && 'is-in', !isReady && 'is-out')} data-row={shown.id}>
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
});

interface SectionHeadProps extends Pick<BulkRowsProps, 'columns' | 'included' | 'onIncludeAll'> {
  severity: Severity;
  rows: readonly FrozenRow[];
  span: number;
}

/** What a section comes to, and all its rows at once: critical ones are ticked by hand only. */
function SectionHead({ severity, rows, columns, included, onIncludeAll, span }: SectionHeadProps) {
  const ready = rows.filter((row) => row.rowStatus.kind === 'ready');
  const ids = ready.map((row) => row.shown.id);
  const ticked = ids.filter((id) => included.has(id)).length;
  const name = severityLabels[severity];
  const sums = sumsOf(
    rows.map((row) => row.shown),
    columns.differing,
  );
  return (
    <tr className="bulk-section">
      <td className="bulk-pick sticky-cell">
        <Checkbox
          checked={ids.length > 0 && ticked === ids.length}
          disabled={ids.length === 0}
          onChange={(on) => onIncludeAll(on, new Set(ids))}
          label={<span className="visually-hidden">{text.pickSection(name)}</span>}
        />
      </td>
      <th scope="rowgroup" colSpan={span} className="bulk-section-head">
        <span className="row-tight">
          <SeverityMark severity={severity} />
          <b className="strong">{name}</b>
          <span className="muted tabular">{text.ofSection(rows.length, ticked)}</span>
          {sums.map((sum) => (
            <span key={sum.pointer} className="tabular">
              {sumWords(sum).sum}
            </span>
          ))}
        </span>
      </th>
    </tr>
  );
}

/** The rows as they were when the table was drawn; those that cannot be answered show why. */
export function BulkRows({ rows, onIncludeAll, onSorted, ...rest }: BulkRowsProps) {
  const { columns, included, ...each } = rest;
  const [full, setFull] = useState<Prompt | null>(null);
  const [order, setOrder] = useState<RowOrder | null>(null);
  const sections = sectionsOf(sortedRows(rows, order, columns.differing), (row) => row.shown);
  const ready = rows.filter((row) => row.rowStatus.kind === 'ready');
  const ids = sections.flatMap((section) =>
    section.rows.filter((row) => row.rowStatus.kind === 'ready').map((row) => row.shown.id),
  );
  const idsKey = ids.join('\n');
  const readyIds = useMemo(() => idsKey.split('\n'), [idsKey]);
  const hasDeadlines = rows.some(({ live }) => live.expiresAt !== null);
  const all = ready.length > 0 && ready.every((row) => included.has(row.shown.id));
  // Without critical rows nothing is apart: one list needs no heading.
  const isApart = sections.length > 1 || sections[0]?.severity === 'critical';
  const extra = Number(columns.agents) + Number(columns.tasks) + Number(hasDeadlines);
  const span = 3 + columns.shown.length + extra + (rest.fill?.columns.length ?? 0);
  const sort = {
    order,
    onSort(pointer: string) {
      const isDown = order?.pointer === pointer && order.direction === 'descending';
      setOrder({ pointer, direction: isDown ? 'ascending' : 'descending' });
      onSorted();
    },
  };
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
            <ContentHeads {...columns} sort={sort} />
            {columns.tasks && <th scope="col">{text.task}</th>}
            {hasDeadlines && <th scope="col">{text.deadline}</th>}
            <th scope="col">{text.seal}</th>
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.severity}>
            {isApart && <SectionHead {...section} {...{ columns, included, onIncludeAll, span }} />}
            {section.rows.map((row) => (
              <Row
                key={row.shown.id}
                row={row}
                isIn={row.rowStatus.kind === 'ready' && included.has(row.shown.id)}
                order={readyIds}
                columns={columns}
                hasDeadlines={hasDeadlines}
                onFull={setFull}
                {...each}
              />
            ))}
          </tbody>
        ))}
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
