import { jsonEqual } from '@countersign/json/json-equal';
import { memberOf } from '@countersign/json/json-object';
import { pointerOf, valueAt } from '@countersign/json/json-pointer';
import { followReferences } from '@countersign/json-schema/follow-references';
import { withoutSecrets } from '@countersign/json-schema/secret';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { formsText as text } from '../../../text/texts.ts';
import { Leaf } from '../../texts/values.tsx';
import { AgentMessages, messagesUnder } from '../agent-messages.tsx';
import { FaultLine } from '../fault-line.tsx';
import { fieldId } from '../field-id.ts';
import type { FieldProps } from '../field-props.ts';
import { useForm } from '../form-context.ts';
import { NestedField } from '../nested-field.tsx';
import type { Path } from '../pointer.ts';
import type { Column } from '../schema/columns.ts';
import { addedName, entryName } from '../schema/entry-name.ts';
import { EntryTools, moveByKeys } from './entry-tools.tsx';
import { ProposedCell } from './proposed-cell.tsx';
import type { Entries } from './use-entries.ts';

interface RowProps {
  field: FieldProps;
  entry: unknown;
  entries: Entries;
  columns: readonly Column[];
  /** Read-only columns on a line of their own. */
  rest: readonly Column[];
  /** The proposed value has its own column. */
  split: boolean;
  place: number;
}

interface CellProps extends RowProps {
  column: Column;
  path: Path;
}

type LockedProps = Pick<CellProps, 'column' | 'entry' | 'path' | 'place'>;

function Locked({ column, entry, path, place }: LockedProps) {
  const { root } = useForm();
  return (
    <Leaf
      value={memberOf(entry, column.key)}
      node={followReferences(root, column.node)}
      root={root}
      path={path}
      title={text.entry(column.title, place + 1)}
    />
  );
}

/** A locked value is shown as text, not as a disabled field. */
function Reported(props: CellProps) {
  const { column, entry, path } = props;
  const { root, idPrefix } = useForm();
  const value = memberOf(entry, column.key);
  const isOpen = withoutSecrets(root, value, { path }) === value;
  return (
    <td
      className={clsx(column.numeric && 'number')}
      data-label={column.title}
      id={fieldId(idPrefix, pointerOf(path))}
      tabIndex={-1}
      title={isOpen && typeof value === 'string' ? value : undefined}
    >
      <span className={clsx(isOpen && 'truncate')}>
        <Locked {...props} />
      </span>
    </td>
  );
}

function Control({ column, entry, path, field, split, place }: CellProps) {
  const { idPrefix } = useForm();
  const listId = fieldId(idPrefix, pointerOf(field.path));
  const { key, title, help, locked } = column;
  return (
    <NestedField
      node={column.node}
      value={memberOf(entry, key)}
      path={path}
      name={key}
      title={text.entry(title, place + 1)}
      required={column.required}
      span={12}
      quiet
      cell={{ proposedBeside: split }}
      // Only the head of an editable column has its help.
      described={locked ? undefined : help && `${listId}-help-${key}`}
      locked={field.locked}
    />
  );
}

function Edited(props: CellProps) {
  const { column, entry, path, split } = props;
  return (
    <>
      {split && <ProposedCell column={column} value={memberOf(entry, column.key)} path={path} />}
      <td className="array-yours" data-label={split ? text.yoursColumn : column.title}>
        <Control {...props} />
      </td>
    </>
  );
}

/** In an entry that was added, which has no proposed values, a locked column can be edited. */
function useOpened(props: CellProps): CellProps {
  const { root } = useForm();
  const { column } = props;
  const node = { ...followReferences(root, column.node), readOnly: false };
  return { ...props, column: { ...column, node }, split: false };
}

const Opened = (props: CellProps) => <Edited {...useOpened(props)} />;
const OpenedInRest = (props: CellProps) => <Control {...useOpened(props)} />;

/** The read-only values of a row that is too narrow for them, on a line of their own. */
function RestLine({
  cells,
  mark,
}: {
  cells: readonly (CellProps & { isOpen: boolean })[];
  mark: string | undefined;
}) {
  const { idPrefix } = useForm();
  return (
    <tr className={clsx('array-rest', mark)}>
      <td className="array-number" />
      <td colSpan={99}>
        <dl className="running">
          {cells.map((cell) => (
            <div className="row-tight at-baseline" key={cell.column.key}>
              <dt className="muted" dir="auto">
                {cell.column.title}
              </dt>
              {cell.isOpen ? (
                <dd className="array-yours">
                  <OpenedInRest {...cell} />
                </dd>
              ) : (
                <dd id={fieldId(idPrefix, pointerOf(cell.path))} tabIndex={-1}>
                  <Locked {...cell} />
                </dd>
              )}
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}

const signs = { 'is-added': ['+', text.addedRow], 'is-changed': ['±', text.changedRow] } as const;

/** One entry of a list as a row of cells, with its tools. */
export function ArrayTableRow(props: RowProps) {
  const { field, entry, entries, columns, rest, place } = props;
  const form = useForm();
  const path = [...field.path, String(place)];
  const base = form.base === undefined ? entry : valueAt(form.base, path);
  const mark = jsonEqual(base, entry) ? undefined : base === undefined ? 'is-added' : 'is-changed';
  const isAdded = mark === 'is-added';
  const where = { root: form.root, path };
  const spoken = isAdded
    ? addedName(entry, text.addedEntry(place + 1), { main: columns[0]?.key, ...where })
    : entryName(entry, text.entry(field.title, place + 1), where);
  const pointer = pointerOf(path);
  const error = form.errorAt(pointer);
  const reported = messagesUnder(form.reported, pointer);
  // The name and the required values of an entry that was added can be edited.
  const cellOf = (column: Column) => ({
    ...props,
    column,
    path: [...path, column.key],
    isOpen: isAdded && !field.locked && (column === columns[0] || column.required),
  });
  return (
    <>
      <tr
        className={mark}
        id={entries.idOf(place)}
        tabIndex={-1}
        onKeyDown={moveByKeys({ entries, place, spoken })}
      >
        <td className="array-number tabular">
          {mark === undefined ? (
            place + 1
          ) : (
            <>
              <span aria-hidden>{signs[mark][0]}</span>
              <span className="visually-hidden">{signs[mark][1]}</span>
            </>
          )}
        </td>
        {columns.map((column) => {
          const cell = cellOf(column);
          return (
            <Fragment key={column.key}>
              {!column.locked ? (
                <Edited {...cell} />
              ) : cell.isOpen ? (
                <Opened {...cell} />
              ) : (
                <Reported {...cell} />
              )}
            </Fragment>
          );
        })}
        <td className="array-remove">
          {!field.locked && <EntryTools entries={entries} place={place} spoken={spoken} />}
        </td>
      </tr>
      {rest.length > 0 && <RestLine cells={rest.map(cellOf)} mark={mark} />}
      {error && (
        <tr className="array-fault">
          <td colSpan={99}>
            <FaultLine text={error} />
          </td>
        </tr>
      )}
      {reported.length > 0 && (
        <tr className="array-fault">
          <td colSpan={99}>
            {reported.map((at) => (
              <AgentMessages
                key={at}
                reported={form.reported}
                at={at}
                id={fieldId(form.idPrefix, at)}
              />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
