import { Plus } from 'lucide-react';
import type { CSSProperties } from 'react';
import { commonText } from '../../text/common.ts';
import { formsText as text } from '../../text/forms.ts';
import { Icon } from '../icon.tsx';
import { ArrayRow } from './array-row.tsx';
import { type Column, columnsOf } from './columns.ts';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { Folded, useFold } from './fold.tsx';
import { useForm } from './form-context.ts';
import { GroupFrame } from './group-frame.tsx';
import { countHint } from './hints.ts';
import { Pager, usePage } from './pager.tsx';
import { toPointer } from './pointer.ts';
import { ProposedMark, useProposed } from './proposed-mark.tsx';
import { numberOf } from './schema-node.ts';
import { useEntries } from './use-entries.ts';

function Heads({ columns, id }: { columns: readonly Column[]; id: string }) {
  return (
    <div className="arr-r arr-h">
      <span />
      {columns.map((column) => (
        <span key={column.key}>
          <span className="cut" aria-hidden>
            {column.title}
            {column.required && <span className="req"> {commonText.required}</span>}
          </span>
          {column.help && (
            <span className="help" id={`${id}-help-${column.key}`}>
              {column.help}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

function Entries({ field }: { field: FieldProps }) {
  const { value, path, title } = field;
  const form = useForm();
  const count = Array.isArray(value) ? value.length : 0;
  const page = usePage(count, path, Number);
  const entries = useEntries(field, page.show);
  const { items, fixed } = entries;
  const drawn = items.slice(page.from, page.to);
  const columns = fixed === 0 ? columnsOf(entries.nodeOf(0), drawn, form.root) : null;
  const id = fieldId(form.idPrefix, toPointer(path));
  const cols = columns?.map(({ width }) => width).join(' ') ?? 'minmax(0, 1fr)';
  const style: CSSProperties & { '--cols': string } = { '--cols': cols };
  return (
    <div className="arr" style={style}>
      {columns !== null && items.length > 0 && <Heads columns={columns} id={id} />}
      {drawn.map((entry, index) => (
        <ArrayRow
          key={entries.keyOf(page.from + index)}
          field={field}
          entry={entry}
          entries={entries}
          columns={columns}
          place={page.from + index}
        />
      ))}
      <Pager page={page} title={title} />
      {entries.canAdd && (
        <button type="button" className="arr-add" id={`${id}-add`} onClick={entries.add}>
          <Icon of={Plus} />
          {text.add(title)}
        </button>
      )}
    </div>
  );
}

/** A list: one row an entry, a table when the entries are flat; add, remove, move. */
export function ArrayField(props: FieldProps) {
  const { node, value, path, title } = props;
  const form = useForm();
  const { folded, unfold } = useFold(path, value);
  const { base, changed } = useProposed(path, value);
  const count = Array.isArray(value) ? value.length : 0;
  return (
    <GroupFrame
      field={props}
      className="arr-f"
      count={text.entries(count, numberOf(node['maxItems']))}
      hint={countHint(node)}
      tools={
        changed && <ProposedMark base={base} name={title} undo={() => form.change(path, base)} />
      }
    >
      {folded ? <Folded title={title} unfold={unfold} /> : <Entries field={props} />}
    </GroupFrame>
  );
}
