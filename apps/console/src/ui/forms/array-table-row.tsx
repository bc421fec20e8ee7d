import { jsonEqual } from '@countersign/json/json-equal';
import { memberOf } from '@countersign/json/json-object';
import { pointerOf, valueAt } from '@countersign/json/json-pointer';
import { followReferences } from '@countersign/json-schema/follow-references';
import { withoutSecrets } from '@countersign/json-schema/secret';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { Leaf } from '../values.tsx';
import { AgentMessages, messagesUnder } from './agent-messages.tsx';
import type { Column } from './columns.ts';
import { addedName, entryName } from './entry-name.ts';
import { EntryTools, moveByKeys } from './entry-tools.tsx';
import { FaultLine } from './fault-line.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { NestedField } from './nested-field.tsx';
import type { Path } from './pointer.ts';
import { ProposedCell } from './proposed-cell.tsx';
import type { Entries } from './use-entries.ts';

interface RowProps {
  field: FieldProps;
  entry: unknown;
  entries: Entries;
  columns: readonly Column[];
  /** The proposed value has its own column. */
  split: boolean;
  place: number;
}

interface CellProps extends RowProps {
  column: Column;
  path: Path;
}

/** A locked value is shown as text, not as a disabled field. */
function Told({ column, entry, path, place }: CellProps) {
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
        <Leaf
          value={value}
          node={followReferences(root, column.node)}
          root={root}
          path={path}
          title={text.entry(column.title, place + 1)}
        />
      </span>
    </td>
  );
}

function Edited({ column, entry, path, field, split, place }: CellProps) {
  const { idPrefix } = useForm();
  const listId = fieldId(idPrefix, pointerOf(field.path));
  const { key, title, help } = column;
  return (
    <>
      {split && <ProposedCell column={column} value={memberOf(entry, key)} path={path} />}
      <td className="array-yours" data-label={split ? text.yoursColumn : title}>
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
          described={help && `${listId}-help-${key}`}
          locked={field.locked}
        />
      </td>
    </>
  );
}

/** An entry that was added has no proposed values: its name and its required values can be edited. */
function Opened(props: CellProps) {
  const { root } = useForm();
  const { column } = props;
  const node = { ...followReferences(root, column.node), readOnly: false };
  return <Edited {...props} column={{ ...column, node }} split={false} />;
}

const signs = { 'is-ad': ['+', text.addedRow], 'is-ch': ['±', text.changedRow] } as const;

/** One entry of a list as a row of cells, with its tools. */
export function ArrayTableRow(props: RowProps) {
  const { field, entry, entries, columns, place } = props;
  const form = useForm();
  const path = [...field.path, String(place)];
  const base = form.base === undefined ? entry : valueAt(form.base, path);
  const mark = jsonEqual(base, entry) ? undefined : base === undefined ? 'is-ad' : 'is-ch';
  const isAdded = mark === 'is-ad';
  const where = { root: form.root, path };
  const spoken = isAdded
    ? addedName(entry, text.addedEntry(place + 1), { main: columns[0]?.key, ...where })
    : entryName(entry, text.entry(field.title, place + 1), where);
  const pointer = pointerOf(path);
  const error = form.errorAt(pointer);
  const told = messagesUnder(form.told, pointer);
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
        {columns.map((column, index) => {
          const cell = { ...props, column, path: [...path, column.key] };
          const isOpen = isAdded && !field.locked && (index === 0 || column.required);
          return (
            <Fragment key={column.key}>
              {!column.locked ? (
                <Edited {...cell} />
              ) : isOpen ? (
                <Opened {...cell} />
              ) : (
                <Told {...cell} />
              )}
            </Fragment>
          );
        })}
        <td className="array-remove">
          {!field.locked && <EntryTools entries={entries} place={place} spoken={spoken} />}
        </td>
      </tr>
      {error && (
        <tr className="array-fault">
          <td colSpan={99}>
            <FaultLine text={error} />
          </td>
        </tr>
      )}
      {told.length > 0 && (
        <tr className="array-fault">
          <td colSpan={99}>
            {told.map((at) => (
              <AgentMessages key={at} told={form.told} at={at} id={fieldId(form.idPrefix, at)} />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
