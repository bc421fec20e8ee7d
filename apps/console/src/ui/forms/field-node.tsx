import { isObject } from '@countersign/json/json-object';
import { pointerOf, valueAt } from '@countersign/json/json-pointer';
import { hasOpenReference } from '@countersign/json-schema/follow-references';
import { isSecretAt } from '@countersign/json-schema/secret';
import { X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { formsText as text } from '../../text/texts.ts';
import { IconButton } from '../button.tsx';
import { Leaf, Rows, Values } from '../texts/values.tsx';
import { ArrayField } from './arrays/array-field.tsx';
import { FaultLine } from './fault-line.tsx';
import { fieldId } from './field-id.ts';
import type { FieldNodeProps, FieldProps } from './field-props.ts';
import { textOf, titleOf } from './field-text.ts';
import { useForm, useNode } from './form-context.ts';
import { HiddenField } from './hidden-field.tsx';
import { JsonEditor } from './inputs/json-editor.tsx';
import { MultiField } from './multi-field.tsx';
import { ObjectField } from './object-field.tsx';
import { ScalarField } from './scalar-field.tsx';
import { hiddenNode } from './schema/branches.ts';
import { type FieldKind, fieldKind } from './schema/field-kind.ts';
import { VariantField } from './variant-field.tsx';

/** A value where none is allowed: it is shown, and can only be removed. */
function NothingField({ value, path, title, locked, entry }: FieldProps) {
  const form = useForm();
  if (value === undefined) return null;
  const pointer = pointerOf(path);
  const id = fieldId(form.idPrefix, pointer);
  const error = form.errorAt(pointer) ?? text.notAllowed;
  return (
    <fieldset
      className="form-span-12 unframed"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-error`}
    >
      <p className="label" id={`${id}-name`}>
        {title}
        {!locked && !entry && (
          <IconButton
            label={text.remove(title)}
            icon={X}
            data-tool
            onClick={() => flushSync(() => form.change(path, undefined))}
          />
        )}
      </p>
      <code className="block breakable">{textOf(JSON.stringify(value), 500)}</code>
      <FaultLine id={`${id}-error`} text={error} />
    </fieldset>
  );
}

/** A part of a value that the schema does not describe far enough for fields. */
function JsonField({ node, value, path, title, locked, emptied }: FieldProps) {
  const form = useForm();
  const pointer = pointerOf(path);
  const help = [textOf(node['description']), hasOpenReference(node) ? text.elsewhere : undefined];
  return (
    <JsonEditor
      className="form-span-12"
      id={fieldId(form.idPrefix, pointer)}
      label={text.jsonOf(title)}
      value={value}
      readOnly={locked}
      help={help.filter(Boolean).join(' ')}
      error={form.errorAt(pointer)}
      onBroken={(broken) => form.setBroken(pointer, broken)}
      onChange={(next) => form.change(path, next === undefined ? emptied : next)}
    />
  );
}

const MAX_NESTED = 6;
const MAX_LEVELS = 40;

const isGroup = (value: unknown) => typeof value === 'object' && value !== null;
const isText = ({ kind }: FieldKind) =>
  kind === 'text' || kind === 'long-text' || kind === 'secret';

/** How a secret is edited: a text, or what is shown as one, in a field for passwords; a set of choices entry by entry. */
function hiddenKind(own: FieldKind, isShownAsText: boolean): FieldKind {
  if (isText(own) || isShownAsText) return { kind: 'secret' };
  return own.kind === 'multi' ? { kind: 'array' } : own;
}

/** Read-only values have no fields: they are shown as a table or as names and values. */
function LockedGroup({ node, value, title, path }: FieldProps) {
  const { root } = useForm();
  const reported = { node, root, path };
  const isSecret = isSecretAt(root, path);
  const rows = Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : null;
  return (
    <div className="form-span-12">
      <p className="label">{title}</p>
      {rows && !isSecret ? (
        <Rows rows={rows} label={title} {...reported} />
      ) : isObject(value) && !isSecret ? (
        <Values value={value} depth={0} {...reported} />
      ) : (
        <Leaf value={value} title={title} {...reported} />
      )}
    </div>
  );
}

function emptiedValue(
  props: FieldNodeProps,
  kind: FieldKind,
  at: { nullable: boolean; base: unknown },
) {
  if (isText(kind) && (at.base === '' || (props.entry && !at.nullable))) return '';
  if (props.entry) return null;
  return at.nullable && (props.required || at.base === null) ? null : undefined;
}

/** Draws the field that fits a schema node. */
export function FieldNode(props: FieldNodeProps) {
  const form = useForm();
  const { node, nullable } = useNode(props.node, props.value);
  const isTooDeep = (props.nested ?? 0) > MAX_NESTED || props.path.length > MAX_LEVELS;
  const locked = form.readOnly || props.locked === true || node['readOnly'] === true;
  const own: FieldKind = isTooDeep ? { kind: 'json' } : fieldKind(node, props.value, form.root);
  // What is in a secret group, or secret by another branch, does not say so itself.
  const secret = isSecretAt(form.root, props.path);
  const kind = secret ? hiddenKind(own, locked && !isGroup(props.value)) : own;
  const base = form.base === undefined ? undefined : valueAt(form.base, props.path);
  const shared: FieldProps = {
    ...props,
    node,
    kind,
    nullable,
    locked,
    secret,
    title: props.title ?? titleOf(node, props.name),
    emptied: emptiedValue(props, kind, { nullable, base }),
  };
  if (props.node === hiddenNode) return null;
  if (locked && props.root !== true && isGroup(props.value)) return <LockedGroup {...shared} />;
  switch (kind.kind) {
    case 'object':
      return <ObjectField {...shared} />;
    case 'array':
      return <ArrayField {...shared} />;
    case 'multi':
      return <MultiField {...shared} choices={kind.choices} />;
    case 'variant':
      return <VariantField {...shared} branches={kind.branches} />;
    case 'json':
      return <HiddenField field={shared}>{() => <JsonField {...shared} />}</HiddenField>;
    case 'nothing':
      return <NothingField {...shared} />;
    default:
      return <ScalarField {...shared} />;
  }
}
