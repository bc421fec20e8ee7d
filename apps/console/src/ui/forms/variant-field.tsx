import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { mergeNodes } from '@countersign/json-schema/merge-nodes';
import { nodeForValue } from '@countersign/json-schema/node-for-value';
import { meantTypes } from '@countersign/json-schema/node-type';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { useMemo, useState } from 'react';
import { formsText as text } from '../../text/texts.ts';
import { Field, type FieldIds } from '../field.tsx';
import { Select } from '../select.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { textOf } from './field-text.ts';
import { useForm } from './form-context.ts';
import { NestedField } from './nested-field.tsx';
import {
  branchOf,
  branchTitle,
  carryTo,
  fixedMembers,
  hiddenNode,
  shownBranch,
} from './schema/branches.ts';
import { initialValue } from './schema/initial-value.ts';

/** The parts of the schema that apply to every variant. */
function outerOf(node: SchemaNode): SchemaNode {
  const { oneOf, anyOf, discriminator: _d, ...outer } = node;
  const { type, ...rest } = outer;
  // Of several types the branches say which.
  return Array.isArray(oneOf ?? anyOf) && typeof type === 'string' ? outer : rest;
}

/** The fields of one variant; the member that identifies it is already chosen above and gets no field. */
function innerNode(
  branch: SchemaNode,
  outer: SchemaNode,
  at: { root: SchemaNode; value: unknown },
) {
  const own = nodeForValue(at.root, branch, at.value);
  // The description around the choice is shown at the choice.
  const merged: SchemaNode = { ...mergeNodes(own, outer), description: own['description'] };
  const { properties } = merged;
  const { value } = at;
  if (!isObject(properties) || !isObject(value)) return merged;
  const fixed = Object.entries(fixedMembers(merged, at.root));
  const reported = new Set(
    fixed.filter(([key, of]) => jsonEqual(value[key], of)).map(([key]) => key),
  );
  const shown = Object.entries(properties).map(([key, child]) =>
    reported.has(key) ? [key, hiddenNode] : [key, child],
  );
  return { ...merged, properties: Object.fromEntries(shown) };
}

interface BranchSelectProps {
  field: FieldProps;
  branches: readonly SchemaNode[];
  /** Place of the form in force, -1 = none yet. */
  at: number;
  id: string;
  error: string | null;
  help: string | undefined;
  choose: (place: number | null) => void;
}

/** The choice of a variant; without its label where that is shown already. */
function BranchSelect({ field, branches, at, id, error, help, choose }: BranchSelectProps) {
  const { title, required, root, entry, quiet } = field;
  const { root: schema } = useForm();
  const isSet = at >= 0 && (required || root === true);
  const select = (ids: Partial<FieldIds>) => (
    <Select
      {...ids}
      bad={ids['aria-invalid'] === true}
      value={at < 0 ? '' : String(at)}
      {...(isSet ? {} : { placeholder: required ? text.choose : text.notSet })}
      options={branches.map((option, index) => ({
        value: String(index),
        label: branchTitle(option, schema, index),
      }))}
      onChange={(option) => choose(option === '' ? null : Number(option))}
      {...(quiet ? { 'aria-label': title } : {})}
    />
  );
  if (quiet && !error) return select({ id });
  return (
    <Field
      label={title || text.variant}
      id={id}
      required={required && !root && !entry}
      help={help}
      error={error}
    >
      {select}
    </Field>
  );
}

/** The form in force and what its part is called: its own name, or that of the whole with its type. */
function useBranch({ node, value, title }: FieldProps, branches: readonly SchemaNode[]) {
  const { root } = useForm();
  const [picked, setPicked] = useState<number | null>(null);
  const found = useMemo(() => branchOf(branches, root, value), [branches, root, value]);
  const at = branches.length === 1 ? 0 : shownBranch(branches, { value, picked, found });
  const branch = branches[at];
  const words = branch ? branchTitle(branch, root, at) : '';
  const [type] = branch ? meantTypes(branch) : [];
  const isUnion = Array.isArray(node['oneOf'] ?? node['anyOf']);
  const isGroup = type === 'object' || type === 'array';
  return {
    at,
    branch,
    picked,
    setPicked,
    isEmpty: branch === undefined || (type === 'null' && value === null),
    title: isGroup ? (isUnion ? words : title) : text.variantOf(title, words),
  };
}

/** One of several forms (`oneOf`, `anyOf`, several types): a choice, and the fields of what is chosen. */
export function VariantField(props: FieldProps & { branches: SchemaNode[] }) {
  const { branches, kind: _kind, emptied, nullable: _nullable, ...field } = props;
  const { node, value, path, title, locked, required, root, nested = 0 } = field;
  const form = useForm();
  const { at, branch, picked, setPicked, ...shown } = useBranch(props, branches);
  const outer = useMemo(() => outerOf(node), [node]);
  const pointer = pointerOf(path);
  const isOnly = branches.length === 1 || locked;
  const inner =
    shown.isEmpty || branch === undefined ? null : (
      <NestedField
        {...field}
        key={at}
        node={innerNode(branch, outer, { root: form.root, value })}
        title={isOnly ? title : shown.title}
        required={required || picked !== null}
        nested={nested + 1}
      />
    );
  if (isOnly) return inner;
  const choose = (place: number | null) => {
    const chosen = place === null ? undefined : branches[place];
    setPicked(place);
    form.touch(pointer);
    if (chosen === undefined) return form.change(path, emptied);
    const carried = carryTo(chosen, value, { root: form.root, before: branch, outer });
    const next = initialValue(mergeNodes(chosen, outer), carried, form.root);
    form.change(path, next === undefined ? emptied : next);
  };
  const id = fieldId(form.idPrefix, pointer);
  return (
    <div className="form-span-12 stack">
      <BranchSelect
        field={props}
        branches={branches}
        at={at}
        id={inner ? `${id}-v` : id}
        error={inner ? null : form.errorAt(pointer)}
        help={textOf(outer['description'] ?? (root ? branch?.['description'] : undefined))}
        choose={choose}
      />
      {inner && <div className="at-top form stack compact">{inner}</div>}
    </div>
  );
}
