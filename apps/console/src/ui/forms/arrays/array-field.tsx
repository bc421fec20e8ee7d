import { pointerOf } from '@countersign/json/json-pointer';
import { numberOf } from '@countersign/json-schema/schema-members';
import { Plus } from 'lucide-react';
import { formsText as text } from '../../../text/texts.ts';
import { Icon } from '../../icon.tsx';
import { fieldId } from '../field-id.ts';
import type { FieldProps } from '../field-props.ts';
import { Folded, useFold } from '../fold.tsx';
import { FormContext, useForm } from '../form-context.ts';
import { GroupFrame } from '../group-frame.tsx';
import { ProposedMark, useProposed } from '../proposed-mark.tsx';
import { columnsOf } from '../schema/columns.ts';
import { countHint } from '../schema/hints.ts';
import { useProposedEntries } from '../schema/proposed-entries.ts';
import { ArrayRow } from './array-row.tsx';
import { ArrayTable } from './array-table.tsx';
import { Pager, usePage } from './pager.tsx';
import { useEntries } from './use-entries.ts';

function Entries({ field }: { field: FieldProps }) {
  const { value, path, title } = field;
  const form = useForm();
  const count = Array.isArray(value) ? value.length : 0;
  const page = usePage(count, path, Number);
  const entries = useEntries(field, page.show);
  const { items, fixed } = entries;
  const { world, leftOut } = useProposedEntries(path, items);
  const drawn = items.slice(page.from, page.to);
  const at = { root: form.root, locked: field.locked };
  const columns = fixed === 0 ? columnsOf(entries.nodeOf(0), drawn, at) : null;
  const id = fieldId(form.idPrefix, pointerOf(path));
  return (
    <FormContext value={world}>
      <div className="array-table framed">
        {columns !== null && items.length + leftOut.length > 0 && (
          <ArrayTable
            field={field}
            entries={entries}
            columns={columns}
            leftOut={leftOut}
            from={page.from}
            to={page.to}
          />
        )}
        {columns === null &&
          drawn.map((entry, index) => (
            <ArrayRow
              key={entries.keyOf(page.from + index)}
              field={field}
              entry={entry}
              entries={entries}
              place={page.from + index}
            />
          ))}
        <Pager page={page} title={title} />
        {entries.canAdd && (
          <button
            type="button"
            className="full-width soft-line-above array-add row muted"
            id={`${id}-add`}
            onClick={entries.add}
          >
            <Icon of={Plus} />
            {text.add(title)}
          </button>
        )}
      </div>
    </FormContext>
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
      className="unframed array-field"
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
