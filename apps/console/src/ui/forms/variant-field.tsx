import { useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { Field } from '../field.tsx';
import { Select } from '../select.tsx';
import { FieldNode } from './field-node.tsx';
import type { FieldProps } from './field-props.ts';
import { fieldId, useForm } from './form-context.ts';
import { isRecord, toPointer } from './pointer.ts';
import { followRefs, type SchemaNode, textOf } from './schema-node.ts';
import { matchesNode } from './validate.ts';

function initialOf(branch: SchemaNode): unknown {
  if ('default' in branch) return branch['default'];
  if (!isRecord(branch['properties'])) return undefined;
  const fixed = Object.entries(branch['properties']).flatMap(([key, node]) =>
    isRecord(node) && 'const' in node ? [[key, node['const']] as const] : [],
  );
  return Object.fromEntries(fixed);
}

/** One of several forms (`oneOf`, `anyOf`): a choice, and the fields of what is chosen. */
export function VariantField(props: FieldProps & { branches: SchemaNode[] }) {
  const { node, value, path, title, locked, branches } = props;
  const form = useForm();
  const { oneOf: _one, anyOf: _any, ...outer } = node;
  const resolved = branches.map((branch) => followRefs(branch, form.root));
  const matching = resolved.findIndex((branch) => matchesNode(branch, form.root, value));
  const [picked, setPicked] = useState<number | null>(null);
  const at = picked ?? Math.max(0, matching);
  const branch: SchemaNode = { ...outer, ...resolved[at] };
  const inner = (
    <FieldNode {...props} node={{ ...branch, title: outer['title'] ?? branch['title'] ?? title }} />
  );
  if (resolved.length === 1 || locked) return inner;
  const pointer = toPointer(path);
  return (
    <div className="c12 variant">
      <Field
        label={`${title}: ${text.variant.toLowerCase()}`}
        id={`${fieldId(form.idPrefix, pointer)}-v`}
      >
        {(ids) => (
          <Select
            {...ids}
            value={String(at)}
            options={resolved.map((option, index) => ({
              value: String(index),
              label:
                textOf(option['title']) ?? textOf(option['description']) ?? text.option(index + 1),
            }))}
            onChange={(next) => {
              const chosen = resolved[Number(next)];
              setPicked(Number(next));
              if (chosen && !matchesNode(chosen, form.root, value))
                form.change(path, initialOf(chosen));
            }}
          />
        )}
      </Field>
      {inner}
    </div>
  );
}
