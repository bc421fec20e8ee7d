import { jsonEqual } from '@countersign/json/json-equal';
import { valueAt } from '@countersign/json/json-pointer';
import { followReferences } from '@countersign/json-schema/follow-references';
import { clsx } from 'clsx';
import { formsText as text } from '../../../text/texts.ts';
import type { FieldProps } from '../field-props.ts';
import { textOf } from '../field-text.ts';
import { useForm } from '../form-context.ts';
import { NestedField } from '../nested-field.tsx';
import { entryName } from '../schema/entry-name.ts';
import { EntryTools, moveByKeys } from './entry-tools.tsx';
import type { Entries } from './use-entries.ts';

interface ArrayRowProps {
  field: FieldProps;
  entry: unknown;
  entries: Entries;
  place: number;
}

/** The label from an entry's schema, or the list's, with its index. */
function nameOf({ field, entries, place }: ArrayRowProps, title: string | undefined): string {
  if (place < entries.fixed && title !== undefined) return title;
  return text.entry(title ?? field.title, place + 1);
}

/** One entry of a list that needs more than a row of cells: the whole field with its tools. */
export function ArrayRow(props: ArrayRowProps) {
  const { field, entry, entries, place } = props;
  const form = useForm();
  const path = [...field.path, String(place)];
  const node = entries.nodeOf(place);
  const name = nameOf(props, textOf(followReferences(form.root, node)['title'], 80));
  const spoken = entryName(entry, name, { root: form.root, path });
  const base = form.base === undefined ? entry : valueAt(form.base, path);
  const mark = jsonEqual(base, entry) ? undefined : base === undefined ? 'is-added' : 'is-changed';
  const isGroup = typeof entry === 'object' && entry !== null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div
      className={clsx('at-top soft-line-above array-row stack-close', mark)}
      onKeyDown={moveByKeys({ entries, place, spoken })}
    >
      <span className="muted small tabular number">{place + 1}</span>
      <div className="at-top form stack compact">
        <NestedField
          node={node}
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
      {!field.locked && <EntryTools entries={entries} place={place} spoken={spoken} />}
    </div>
  );
}
