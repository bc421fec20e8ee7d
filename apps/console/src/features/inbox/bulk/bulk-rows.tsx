import type { Prompt } from '@countersign/api/prompt';
import { clsx } from 'clsx';
import { Ban, CircleCheck, Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveRing } from '../../../live/live-time.tsx';
import { bulkText as text } from '../../../text/bulk.ts';
import { didWords } from '../../../text/inbox.ts';
import { askerName } from '../../../text/sender-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityMark } from '../../../ui/severity.tsx';
import { visibleText } from '../../../ui/visible-text.ts';
import { CellValue, cellClass, columnLabel } from './cell-value.tsx';
import type { Differing } from './differing.ts';
import type { FrozenRow } from './use-frozen.ts';

/** First eight digits of what an answer to the row is bound to. */
export const shortSeal = (digest: string): string =>
  `${digest.slice(0, 4)} ${digest.slice(4, 8)}`.trim();

function closedWords(prompt: Prompt): string {
  const { decision, state } = prompt;
  if (state === 'open') return '';
  if (decision === null || state !== 'answered') return text.closedAs[state];
  return text.closedBy(didWords[decision.feedback.type], decision.by.name);
}

function standingOf({ standing, looked }: FrozenRow): {
  icon: ReactNode;
  words: string;
  more?: string;
} {
  switch (standing.kind) {
    case 'changed':
      return {
        icon: <Icon of={TriangleAlert} small tone="need" />,
        words: text.changed,
        more: text.changedTo(standing.to.revision),
      };
    case 'held':
      return { icon: <Icon of={Lock} small />, words: text.heldBy(standing.name) };
    case 'closed':
      return { icon: <Icon of={CircleCheck} small />, words: closedWords(standing.as) };
    case 'not-taken':
      return { icon: <Icon of={Ban} small />, words: standing.reason };
    case 'ready':
      return { icon: null, words: looked ? text.looked : text.asShown };
  }
}

/** One line in a column of its own: what happens elsewhere to a row moves no other row. */
function Standing({ row, onLook }: { row: FrozenRow; onLook: (promptId: string) => void }) {
  const { icon, words, more = words } = standingOf(row);
  return (
    <span className={clsx('row-s bulk-stand', icon === null && 'm')}>
      {icon}
      <span className="cut" title={more}>
        {words}
      </span>
      {row.standing.kind === 'changed' && (
        <Button small title={text.lookHint} onClick={() => onLook(row.shown.id)}>
          {text.look}
        </Button>
      )}
    </span>
  );
}

/** Columns that stand in every table of prompts, before those that differ. */
export interface BulkColumns {
  differing: Differing;
  /** Rows of several agents name them; one agent stands in the head. */
  agents: boolean;
  /** The same of tasks. */
  tasks: boolean;
}

export function HeadCells({ differing, agents }: BulkColumns) {
  return (
    <>
      <th scope="col">{text.ask}</th>
      {agents && <th scope="col">{text.agent}</th>}
      {differing.columns.map((pointer) => (
        <th key={pointer} scope="col" title={pointer}>
          {columnLabel(pointer)}
        </th>
      ))}
    </>
  );
}

/** The ask and what differs in this row. */
export function ContentCells({
  prompt,
  columns: { differing, agents },
  head,
}: {
  prompt: Prompt;
  columns: BulkColumns;
  head: ReactNode;
}) {
  const cells = differing.cells.get(prompt.id);
  return (
    <>
      <th scope="row" className="bulk-ask">
        {head}
      </th>
      {agents && <td data-label={text.agent}>{visibleText(askerName(prompt))}</td>}
      {differing.columns.map((pointer) => (
        <td
          key={pointer}
          data-label={columnLabel(pointer)}
          className={cellClass(cells?.get(pointer))}
        >
          <CellValue value={cells?.get(pointer)} />
        </td>
      ))}
    </>
  );
}

interface BulkRowsProps {
  rows: readonly FrozenRow[];
  columns: BulkColumns;
  included: ReadonlySet<string>;
  onInclude: (promptId: string, included: boolean) => void;
  onIncludeAll: (included: boolean) => void;
  onLook: (promptId: string) => void;
  onOpen: (promptId: string) => void;
}

/** The rows as they were when the table was drawn; those that cannot be answered say why. */
export function BulkRows(props: BulkRowsProps) {
  const { rows, columns, included, onInclude, onIncludeAll, onLook, onOpen } = props;
  const ready = rows.filter((row) => row.standing.kind === 'ready');
  const all = ready.length > 0 && ready.every((row) => included.has(row.shown.id));
  return (
    <table className="grid bulk-grid">
      <thead>
        <tr>
          <th scope="col" className="bulk-pick">
            <Checkbox
              checked={all}
              disabled={ready.length === 0}
              onChange={onIncludeAll}
              label={<span className="sr">{text.pickAll}</span>}
            />
          </th>
          <HeadCells {...columns} />
          {columns.tasks && <th scope="col">{text.task}</th>}
          <th scope="col">{text.deadline}</th>
          <th scope="col">{text.standing}</th>
          <th scope="col">{text.seal}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { shown, standing } = row;
          const isReady = standing.kind === 'ready';
          const isIn = isReady && included.has(shown.id);
          const ask = visibleText(shown.ask);
          return (
            <tr key={shown.id} className={clsx(isIn && 'is-in', !isReady && 'is-out')}>
              <td className="bulk-pick">
                <Checkbox
                  checked={isIn}
                  disabled={!isReady}
                  onChange={(on) => onInclude(shown.id, on)}
                  label={<span className="sr">{text.pickRow(ask)}</span>}
                />
              </td>
              <ContentCells
                prompt={shown}
                columns={columns}
                head={
                  <span className="row-s">
                    <SeverityMark severity={shown.severity} />
                    <button
                      type="button"
                      className="link bulk-open"
                      title={text.openOne}
                      onClick={() => onOpen(shown.id)}
                    >
                      {ask}
                    </button>
                  </span>
                }
              />
              {columns.tasks && <td data-label={text.task}>{visibleText(shown.taskTitle)}</td>}
              <td data-label={text.deadline}>
                <LiveRing from={shown.openedAt} until={row.live.expiresAt} />
              </td>
              <td data-label={text.standing} className="bulk-state">
                <Standing row={row} onLook={onLook} />
              </td>
              <td data-label={text.seal} className="mono m" title={shown.digest}>
                {shortSeal(shown.digest)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
