import { isObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { followReferences } from '@countersign/json-schema/follow-references';
import { membersOf } from '@countersign/json-schema/members';
import { type SchemaNode, stringsOf } from '@countersign/json-schema/schema-members';
import { Plus, X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { formsText as text } from '../../text/texts.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Pager, usePage } from './arrays/pager.tsx';
import { FaultLine } from './fault-line.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { focusFirst, focusInside } from './focus-inside.ts';
import { Folded, useFold } from './fold.tsx';
import { useForm } from './form-context.ts';
import { GroupFrame } from './group-frame.tsx';
import { ExtraMembers } from './inputs/extra-members.tsx';
import { NestedField } from './nested-field.tsx';
import { ProposedMark, useProposed } from './proposed-mark.tsx';
import { fieldKind, isScalar } from './schema/field-kind.ts';
import { newItem } from './schema/initial-value.ts';

/** A group that must be there draws its fields before it is; further down only what is asked for. */
const MAX_DRAWN_LEVELS = 4;

/** Single-line fields are in rows of three where three follow each other, else of two. */
function spanOf(
  names: readonly string[],
  node: SchemaNode,
  at: { root: SchemaNode; value: unknown },
) {
  const scalars = names.filter((name) => {
    const child = followReferences(at.root, memberOf(node['properties'], name));
    return isScalar(fieldKind(child, memberOf(at.value, name), at.root));
  });
  return scalars.length > 0 && scalars.length % 3 === 0 ? 4 : 6;
}

function Children({ node, value, path, locked, title }: FieldProps) {
  const { root } = useForm();
  const members = membersOf(node, value);
  const page = usePage(members.named.length, path, (key) => members.named.indexOf(key));
  const names = members.named.slice(page.from, page.to);
  const span = spanOf(names, node, { root, value });
  const required = new Set(stringsOf(node['required']));
  return (
    <>
      {names.map((name) => (
        <NestedField
          key={name}
          node={memberOf(node['properties'], name)}
          value={memberOf(value, name)}
          path={[...path, name]}
          name={name}
          required={required.has(name)}
          span={span}
          locked={locked}
        />
      ))}
      <Pager page={page} title={title} />
      <ExtraMembers members={members} value={value} path={path} locked={locked} title={title} />
    </>
  );
}

/** An absent group: one line that adds it. */
function AbsentGroup({ node, path, title, value }: FieldProps) {
  const form = useForm();
  const { base, changed } = useProposed(path, value);
  const id = fieldId(form.idPrefix, pointerOf(path));
  const add = () => {
    flushSync(() => form.change(path, newItem({ ...node, type: 'object' }, form.root)));
    focusInside(id);
  };
  return (
    <div className="form-span-12 rounded absent row">
      <button
        type="button"
        className="full-width soft-line-above array-add row muted"
        id={id}
        onClick={add}
      >
        <Icon of={Plus} />
        {text.addGroup(title)}
      </button>
      {changed && <ProposedMark base={base} name={title} undo={() => form.change(path, base)} />}
    </div>
  );
}

/** A group of fields: the form itself, or a frame with a rule on its left. */
export function ObjectField(props: FieldProps) {
  const { path, title, value, root = false, required, locked, entry, nullable, emptied } = props;
  const form = useForm();
  const { folded, unfold } = useFold(path, value);
  const pointer = pointerOf(path);
  const id = fieldId(form.idPrefix, pointer);
  const error = form.errorAt(pointer);
  if (root) {
    return (
      <>
        {error && <FaultLine text={error} id={id} />}
        <Children {...props} />
      </>
    );
  }
  const isAbsent = value === undefined || value === null;
  if (isAbsent && locked) return null;
  if (isAbsent && (!required || nullable || path.length > MAX_DRAWN_LEVELS)) {
    return <AbsentGroup {...props} />;
  }
  const leaveOut = () => {
    flushSync(() => form.change(path, emptied));
    focusFirst([id]);
  };
  const canGo = !locked && !entry && isObject(value) && (!required || nullable);
  return (
    <GroupFrame
      field={props}
      className="unframed ruled form-group"
      tools={
        canGo && <IconButton label={text.leaveOut(title)} icon={X} data-tool onClick={leaveOut} />
      }
    >
      {folded ? (
        <Folded title={title} unfold={unfold} />
      ) : (
        <div className="at-top form stack compact">
          <Children {...props} />
        </div>
      )}
    </GroupFrame>
  );
}
