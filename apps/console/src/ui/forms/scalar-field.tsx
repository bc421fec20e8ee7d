import { Lock, Undo2 } from 'lucide-react';
import { formsText as text } from '../../text/forms.ts';
import { Field, type FieldIds } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Input } from '../input.tsx';
import type { FieldKind } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';
import { fieldId, useForm } from './form-context.ts';
import { getAt, sameJson, toPointer } from './pointer.ts';
import { ScalarInput } from './scalar-input.tsx';
import { textOf } from './schema-node.ts';

const show = (value: unknown): string =>
  value === undefined
    ? text.notProposed
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');

/** What the agent proposed, where mine differs, with the way back. */
export function ProposedMark({
  base,
  undo,
  name,
}: {
  base: unknown;
  undo: () => void;
  name: string;
}) {
  return (
    <span className="was">
      {base === undefined ? <span className="m">{text.notProposed}</span> : <del>{show(base)}</del>}
      <button type="button" className="link" aria-label={text.undo(name)} onClick={undo}>
        <Icon of={Undo2} small />
      </button>
    </span>
  );
}

/** One value on one line (or a text area), with its label, help, fault and what was proposed. */
export function ScalarField(props: FieldProps & { kind: FieldKind }) {
  const { node, value, path, title, required, locked, span, quiet = false, kind } = props;
  const form = useForm();
  const pointer = toPointer(path);
  const base = form.base === undefined ? value : getAt(form.base, path);
  const changed = !locked && form.base !== undefined && !sameJson(base, value);
  const error = form.errorAt(pointer);
  const id = fieldId(form.idPrefix, pointer);
  const control = (ids: FieldIds) =>
    locked ? (
      <Input
        {...ids}
        readOnly
        value={value === undefined ? '' : show(value)}
        unit={<Icon of={Lock} small />}
        {...(quiet ? { 'aria-label': title } : {})}
      />
    ) : (
      <ScalarInput
        {...ids}
        kind={kind}
        node={node}
        value={value}
        required={required}
        {...(quiet ? { 'aria-label': title } : {})}
        onChange={(next) => form.change(path, next)}
        onBlur={() => form.touch(pointer)}
      />
    );
  if (quiet) {
    return (
      <span className="cell">
        {control({
          id,
          'aria-describedby': error ? `${id}-error` : undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': required ? true : undefined,
        })}
        {changed && <ProposedMark base={base} name={title} undo={() => form.change(path, base)} />}
        {error && (
          <span className="err" id={`${id}-error`}>
            {error}
          </span>
        )}
      </span>
    );
  }
  const wide = kind.kind === 'long-text' ? 12 : span;
  return (
    <Field
      className={`c${String(wide)}`}
      id={id}
      label={title}
      mark={
        changed && <ProposedMark base={base} name={title} undo={() => form.change(path, base)} />
      }
      required={required && !locked}
      error={error}
      help={textOf(node['description']) ?? (locked ? text.setByAgent : undefined)}
    >
      {control}
    </Field>
  );
}
