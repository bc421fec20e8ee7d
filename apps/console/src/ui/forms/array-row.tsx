import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { formsText as text } from '../../text/forms.ts';
import { IconButton } from '../button.tsx';
import { FieldNode } from './field-node.tsx';
import { useForm } from './form-context.ts';
import { getAt, isRecord, type Path, sameJson } from './pointer.ts';
import { type SchemaNode, stringsOf, titleOf } from './schema-node.ts';

interface ArrayRowProps {
  item: SchemaNode;
  entry: unknown;
  columns: readonly { key: string; node: SchemaNode }[] | null;
  path: Path;
  title: string;
  place: number;
  count: number;
  locked: boolean;
  required: boolean;
  onMove: (to: number) => void;
  onRemove?: () => void;
}

function Tools({
  title,
  place,
  count,
  onMove,
  onRemove,
  spoken,
}: ArrayRowProps & { spoken: string }) {
  return (
    <span className="arr-t">
      <IconButton
        label={text.moveUp(spoken)}
        icon={ArrowUp}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      />
      <IconButton
        label={text.moveDown(spoken)}
        icon={ArrowDown}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      />
      <IconButton
        label={text.remove(spoken || title)}
        icon={X}
        disabled={onRemove === undefined}
        {...(onRemove ? { onClick: onRemove } : {})}
      />
    </span>
  );
}

/** One entry of a list: a row of cells when it is flat, else the whole field with its tools. */
export function ArrayRow(props: ArrayRowProps) {
  const { item, entry, columns, path, title, place, locked } = props;
  const form = useForm();
  const record = isRecord(entry) ? entry : {};
  const first = columns?.[0] ? record[columns[0].key] : entry;
  const spoken = typeof first === 'string' && first !== '' ? first : text.entry(title, place + 1);
  const base = form.base === undefined ? entry : getAt(form.base, path);
  const mark = sameJson(base, entry) ? undefined : base === undefined ? 'is-ad' : 'is-ch';
  const required = stringsOf(item['required']);
  return (
    <div className={clsx('arr-r', columns === null && 'arr-b', mark)}>
      <span className="m s tn num">{place + 1}</span>
      {columns === null ? (
        <div className="form compact">
          <FieldNode
            node={locked ? { ...item, readOnly: true } : item}
            value={entry}
            path={path}
            name={text.entry(title, place + 1)}
            required
            span={12}
            quiet={!isRecord(item['properties'])}
          />
        </div>
      ) : (
        columns.map((column) => (
          <FieldNode
            key={column.key}
            node={{
              ...column.node,
              title: `${titleOf(column.node, column.key)} ${String(place + 1)}`,
              ...(locked ? { readOnly: true } : {}),
            }}
            value={record[column.key]}
            path={[...path, column.key]}
            name={column.key}
            required={required.includes(column.key)}
            span={12}
            quiet
          />
        ))
      )}
      {!locked && <Tools {...props} spoken={spoken} />}
    </div>
  );
}
