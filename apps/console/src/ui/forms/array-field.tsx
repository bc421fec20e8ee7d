import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { Icon } from '../icon.tsx';
import { ArrayRow } from './array-row.tsx';
import { fieldKind, isScalar } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';
import { fieldId, useForm } from './form-context.ts';
import { newItem } from './initial-value.ts';
import { FaultLine } from './object-field.tsx';
import { isRecord, isSafeKey, toPointer } from './pointer.ts';
import { followRefs, numberOf, type SchemaNode, textOf, titleOf } from './schema-node.ts';

const SHOWN = 50;
const MAX_COLUMNS = 5;

/** The columns of a list of flat objects, null when its entries need more than a row. */
function columnsOf(item: SchemaNode, root: SchemaNode): { key: string; node: SchemaNode }[] | null {
  const { properties } = item;
  if (!isRecord(properties)) return null;
  const columns = Object.entries(properties)
    .filter(([key]) => isSafeKey(key))
    .map(([key, node]) => ({ key, node: followRefs(node, root) }));
  const flat = columns.every(({ node }) => isScalar(fieldKind(node, undefined)));
  return flat && columns.length > 0 && columns.length <= MAX_COLUMNS ? columns : null;
}

/** Figures need little room, text the most. */
function widthOf(node: SchemaNode): string {
  const { kind } = fieldKind(node, undefined);
  if (kind === 'number') return 'minmax(0, 0.7fr)';
  return kind === 'text' ? 'minmax(0, 1.5fr)' : 'minmax(0, 1fr)';
}

/** A list: one row an entry, a table when the entries are flat; add, remove, move. */
export function ArrayField(props: FieldProps) {
  const { node, value, path, title, required, locked } = props;
  const form = useForm();
  const [shown, setShown] = useState(SHOWN);
  const pointer = toPointer(path);
  const items = Array.isArray(value) ? value : [];
  const item = followRefs(node['items'], form.root);
  const columns = columnsOf(item, form.root);
  const error = form.errorAt(pointer);
  const max = numberOf(node['maxItems']);
  const min = numberOf(node['minItems']) ?? 0;
  const help = textOf(node['description']);
  const id = fieldId(form.idPrefix, pointer);
  const replace = (next: unknown[]) => {
    form.change(path, next);
    form.touch(pointer);
  };
  const move = (from: number, to: number) => {
    const [moved] = items.slice(from, from + 1);
    replace(items.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <fieldset className={clsx('c12 arr-f', error && 'is-bad')} id={id} tabIndex={-1}>
      <legend className="label">
        {title}
        <span className="req">{text.entries(items.length, max)}</span>
        {help && <span className="help">{help}</span>}
      </legend>
      {error && <FaultLine text={error} />}
      <div
        className="arr"
        style={
          {
            '--cols':
              columns?.map(({ node: column }) => widthOf(column)).join(' ') ?? 'minmax(0, 1fr)',
          } as CSSProperties
        }
      >
        {columns !== null && items.length > 0 && (
          <div className="arr-r arr-h" aria-hidden>
            <span />
            {columns.map((column) => (
              <span key={column.key} className="cut">
                {titleOf(column.node, column.key)}
              </span>
            ))}
          </div>
        )}
        {items.slice(0, shown).map((entry, index) => (
          <ArrayRow
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of a JSON list have no identity but their place
            key={index}
            item={item}
            entry={entry}
            columns={columns}
            path={[...path, String(index)]}
            title={title}
            place={index}
            count={items.length}
            locked={locked}
            required={required}
            onMove={(to) => move(index, to)}
            {...(items.length > min ? { onRemove: () => replace(items.toSpliced(index, 1)) } : {})}
          />
        ))}
        {items.length > shown && (
          <button type="button" className="arr-add" onClick={() => setShown(shown + 200)}>
            {text.showMore(items.length - shown)}
          </button>
        )}
        {!locked && (max === undefined || items.length < max) && (
          <button
            type="button"
            className="arr-add"
            onClick={() => replace([...items, newItem(item, form.root)])}
          >
            <Icon of={Plus} />
            {text.add(title)}
          </button>
        )}
      </div>
    </fieldset>
  );
}
