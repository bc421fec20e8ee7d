import { clsx } from 'clsx';
import { OctagonAlert } from 'lucide-react';
import { Icon } from '../icon.tsx';
import { fieldKind, isScalar } from './field-kind.ts';
import { FieldNode } from './field-node.tsx';
import type { FieldProps } from './field-props.ts';
import { fieldId, useForm } from './form-context.ts';
import { isRecord, isSafeKey, toPointer } from './pointer.ts';
import { followRefs, stringsOf, textOf } from './schema-node.ts';

/** Three single-line fields stand in a row inside a group, two at the top. */
function spanOf(scalars: number, root: boolean): 4 | 6 {
  return !root && scalars % 3 === 0 ? 4 : root && scalars % 3 === 0 ? 4 : 6;
}

function Children({ node, value, path, locked, root = false }: FieldProps) {
  const { root: schema } = useForm();
  const properties = isRecord(node['properties']) ? node['properties'] : {};
  const required = stringsOf(node['required']);
  const names = Object.keys(properties).filter(isSafeKey);
  const record = isRecord(value) ? value : {};
  const scalars = names.filter((name) =>
    isScalar(fieldKind(followRefs(properties[name], schema), record[name])),
  ).length;
  return names.map((name) => (
    <FieldNode
      key={name}
      node={
        locked && isRecord(properties[name])
          ? { ...properties[name], readOnly: true }
          : properties[name]
      }
      value={Object.hasOwn(record, name) ? record[name] : undefined}
      path={[...path, name]}
      name={name}
      required={required.includes(name)}
      span={spanOf(scalars, root)}
    />
  ));
}

/** A group of fields: the form itself, or a frame with a rule on its left. */
export function ObjectField(props: FieldProps) {
  const { node, path, title, root = false } = props;
  const { errorAt, idPrefix } = useForm();
  const pointer = toPointer(path);
  const error = errorAt(pointer);
  const help = textOf(node['description']);
  if (root) {
    return (
      <>
        {error && <FaultLine text={error} id={fieldId(idPrefix, pointer)} />}
        <Children {...props} />
      </>
    );
  }
  return (
    <fieldset
      className={clsx('fs c12', error && 'is-bad')}
      id={fieldId(idPrefix, pointer)}
      tabIndex={-1}
    >
      <legend className="fs-h">
        <span className="fs-t">{title}</span>
        {help && <span className="help">{help}</span>}
      </legend>
      {error && <FaultLine text={error} />}
      <div className="form compact">
        <Children {...props} />
      </div>
    </fieldset>
  );
}

export function FaultLine({ text, id }: { text: string; id?: string }) {
  return (
    <p className="err c12" id={id} tabIndex={-1}>
      <Icon of={OctagonAlert} />
      {text}
    </p>
  );
}
