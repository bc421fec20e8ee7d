import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { IconButton } from '../button.tsx';
import type { Column } from './columns.ts';
import { FaultLine } from './fault-line.tsx';
import { fieldId } from './field-id.ts';
import { FieldNode } from './field-node.tsx';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { getAt, isRecord, memberOf, sameJson, toPointer } from './pointer.ts';
import { followRefs, textOf } from './schema-node.ts';
import type { Entries } from './use-entries.ts';

interface ArrayRowProps {
  field: FieldProps;
  entry: unknown;
  entries: Entries;
  columns: readonly Column[] | null;
  place: number;
}

/** What an entry is called aloud: its first words, else its place. */
function spokenName(entry: unknown, name: string): string {
  const first = isRecord(entry) ? Object.values(entry)[0] : entry;
  return (typeof first === 'string' ? textOf(first, 60) : undefined) ?? name;
}

function Tools({ entries, place, spoken }: { entries: Entries; place: number; spoken: string }) {
  const id = entries.idOf(place);
  const { canMove, canRemove, move, remove, items, fixed } = entries;
  return (
    <span className="arr-t">
      {items.length > fixed && (
        <>
          <IconButton
            label={text.moveUp(spoken)}
            title={text.withKey(text.moveUp(spoken), 'Alt ↑')}
            aria-keyshortcuts="Alt+ArrowUp"
            icon={ArrowUp}
            id={`${id}-up`}
            data-tool
            disabled={!canMove(place, place - 1)}
            onClick={() => move(place, place - 1, spoken)}
          />
          <IconButton
            label={text.moveDown(spoken)}
            title={text.withKey(text.moveDown(spoken), 'Alt ↓')}
            aria-keyshortcuts="Alt+ArrowDown"
            icon={ArrowDown}
            id={`${id}-down`}
            data-tool
            disabled={!canMove(place, place + 1)}
            onClick={() => move(place, place + 1, spoken)}
          />
        </>
      )}
      <IconButton
        label={text.remove(spoken)}
        icon={X}
        id={`${id}-remove`}
        data-tool
        disabled={!canRemove(place)}
        onClick={() => remove(place, spoken)}
      />
    </span>
  );
}

function Cells({ field, entry, entries, columns, place, name }: ArrayRowProps & { name: string }) {
  const form = useForm();
  const path = [...field.path, String(place)];
  const listId = fieldId(form.idPrefix, toPointer(field.path));
  if (columns === null) {
    const isGroup = typeof entry === 'object' && entry !== null;
    return (
      <div className="form compact">
        <FieldNode
          node={entries.nodeOf(place)}
          value={entry}
          path={path}
          name={name}
          title={name}
          required
          span={12}
          quiet={!isGroup && place >= entries.fixed}
          locked={field.locked}
          entry
        />
      </div>
    );
  }
  return columns.map((column) => (
    <div className="cell" key={column.key}>
      <span className="cell-l label" aria-hidden>
        {column.title}
      </span>
      <FieldNode
        node={column.node}
        value={memberOf(entry, column.key)}
        path={[...path, column.key]}
        name={column.key}
        title={text.entry(column.title, place + 1)}
        required={column.required}
        span={12}
        quiet
        described={column.help && `${listId}-help-${column.key}`}
        locked={field.locked}
      />
    </div>
  ));
}

/** The own words of an entry's schema, or the list's, with its place. */
function nameOf({ field, entries, place }: ArrayRowProps, title: string | undefined): string {
  if (place < entries.fixed && title !== undefined) return title;
  return text.entry(title ?? field.title, place + 1);
}

/** One entry of a list: a row of cells when it is flat, else the whole field with its tools. */
export function ArrayRow(props: ArrayRowProps) {
  const { field, entry, entries, columns, place } = props;
  const form = useForm();
  const path = [...field.path, String(place)];
  const name = nameOf(props, textOf(followRefs(entries.nodeOf(place), form.root)['title'], 80));
  const spoken = spokenName(entry, name);
  const base = form.base === undefined ? entry : getAt(form.base, path);
  const mark = sameJson(base, entry) ? undefined : base === undefined ? 'is-ad' : 'is-ch';
  const error = columns === null ? null : form.errorAt(toPointer(path));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    // Alt and Down opens a list of options.
    if (event.target instanceof HTMLSelectElement || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (entries.canMove(place, place + step)) entries.move(place, place + step, spoken);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div
      className={clsx('arr-r', columns === null && 'arr-b', mark)}
      onKeyDown={onKeyDown}
      {...(columns === null ? {} : { id: entries.idOf(place), tabIndex: -1 })}
    >
      <span className="m s tn num">{place + 1}</span>
      <Cells {...props} name={name} />
      {!field.locked && <Tools entries={entries} place={place} spoken={spoken} />}
      {error && <FaultLine text={error} />}
    </div>
  );
}
