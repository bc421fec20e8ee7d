import { pointerOf } from '@countersign/json/json-pointer';
import { clsx } from 'clsx';
import type { RefObject } from 'react';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import { commonText, formsText as text } from '../../../text/texts.ts';
import { media } from '../../texts/media.ts';
import { fieldId } from '../field-id.ts';
import type { FieldProps } from '../field-props.ts';
import { useForm } from '../form-context.ts';
import type { Column } from '../schema/columns.ts';
import { entryName } from '../schema/entry-name.ts';
import type { LeftOut } from '../schema/proposed-entries.ts';
import type { Arrangement } from '../schema/table-fit.ts';
import { arrangementsOf, nextFit, unfolded } from '../schema/table-fit.ts';
import { ArrayTableRow } from './array-table-row.tsx';
import { LeftOutRow } from './left-out-row.tsx';
import type { Entries } from './use-entries.ts';

/** On a phone each cell has a line of its own. */
const usePhone = media('(max-width: 640px)');

interface TableFit {
  /** The frame in which the table has to fit. */
  frame: RefObject<HTMLElement | null>;
  arrangement: Arrangement;
  /** Even the narrowest arrangement is wider than the frame. */
  scrolls: boolean;
}

/** The widest arrangement that fits the frame, measured before it is painted. */
function useTableFit(arrangements: readonly [Arrangement, ...Arrangement[]]): TableFit {
  const frame = useRef<HTMLElement>(null);
  const [fit, setFit] = useState(unfolded);
  const [scrolls, setScrolls] = useState(false);
  const isPhone = usePhone();
  const last = isPhone ? 0 : arrangements.length - 1;
  const { level } = fit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrangement is measured as soon as it is drawn
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const { clientWidth: room, scrollWidth: used } = element;
      if (room === 0) return;
      setFit((current) => nextFit(current, { room, used, last }));
      setScrolls(used > room + 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [level, last]);
  return { frame, arrangement: arrangements[Math.min(level, last)] ?? arrangements[0], scrolls };
}

/** With more editable columns, the proposed value is shown under each changed cell. */
const MAX_SPLIT = 2;

interface ArrayTableProps {
  field: FieldProps;
  entries: Entries;
  columns: readonly Column[];
  leftOut: readonly LeftOut[];
  from: number;
  to: number;
}

function Help({ column, id }: { column: Column; id: string }) {
  if (column.help === undefined) return null;
  return (
    <span
      className="block small regular muted help-text truncate"
      id={`${id}-help-${column.key}`}
      title={column.help}
    >
      {column.help}
    </span>
  );
}

function Heads({ columns, id, split }: { columns: readonly Column[]; id: string; split: boolean }) {
  return (
    <tr>
      <th scope="col" className="array-number">
        <span className="visually-hidden">{text.rowPlace}</span>
      </th>
      {columns.map((column) => {
        const { key, title, required, locked, numeric } = column;
        const own = numeric && locked ? 'number' : undefined;
        if (locked || !split)
          return (
            <th key={key} scope="col" className={own}>
              {title}
              {required && !locked && (
                <span className="muted required-mark"> {commonText.required}</span>
              )}
              {!locked && <Help column={column} id={id} />}
            </th>
          );
        return (
          <Fragment key={key}>
            <th scope="col" className={numeric ? 'number' : undefined}>
              {text.proposedColumn(title)}
            </th>
            <th scope="col" className="array-yours">
              {text.yoursColumn}
              <Help column={column} id={id} />
            </th>
          </Fragment>
        );
      })}
      <th scope="col" className="array-remove">
        <span className="visually-hidden">{text.rowTools}</span>
      </th>
    </tr>
  );
}

/**
 * A list of flat groups as a table: the proposal next to the edit, locked values as text, changed cells marked.
 * What is too wide for its place is folded, so that every field can be edited without scrolling sideways.
 */
export function ArrayTable({ field, entries, columns, leftOut, from, to }: ArrayTableProps) {
  const form = useForm();
  const id = fieldId(form.idPrefix, pointerOf(field.path));
  const edited = columns.filter(({ locked }) => !locked).length;
  const canSplit = form.base !== undefined && !field.locked && edited > 0 && edited <= MAX_SPLIT;
  const reported = columns.filter(({ locked }, index) => locked && index > 0);
  const { frame, arrangement, scrolls } = useTableFit(
    arrangementsOf({ reported: reported.length > 0, split: canSplit }),
  );
  const { split } = arrangement;
  const rest = arrangement.folded ? reported : [];
  const inLine = columns.filter((column) => !rest.includes(column));
  const leftOutAt = (place: number) =>
    leftOut
      .filter(({ before }) => before === place)
      .map(({ entry }, index) => {
        const path = [...field.path, String(place)];
        const name = entryName(entry, text.entry(field.title, place + 1), {
          root: form.root,
          path,
        });
        return (
          <LeftOutRow
            key={`left${String(place)}-${String(index)}`}
            entry={entry}
            path={path}
            columns={inLine}
            rest={rest}
            split={split}
            putBack={() => entries.putBack(place, entry, name)}
          />
        );
      });
  return (
    <section
      ref={frame}
      className={clsx('scrolls scroll-sideways', scrolls && 'is-too-wide')}
      // A table that scrolls sideways must be reachable by keyboard.
      {...(scrolls ? { tabIndex: 0 } : {})}
      aria-label={field.title}
    >
      <table className="small data-table array-grid stacked-on-phone">
        <thead className="unseen-on-phone">
          <Heads columns={inLine} id={id} split={split} />
        </thead>
        <tbody>
          {entries.items.slice(from, to).map((entry, index) => (
            <Fragment key={entries.keyOf(from + index)}>
              {leftOutAt(from + index)}
              <ArrayTableRow
                field={field}
                entry={entry}
                entries={entries}
                columns={inLine}
                rest={rest}
                split={split}
                place={from + index}
              />
            </Fragment>
          ))}
          {to === entries.items.length && leftOutAt(to)}
        </tbody>
      </table>
    </section>
  );
}
