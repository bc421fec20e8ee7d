import { isObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { isSafeKey } from '@countersign/json-schema/field-names';
import { isNothingAllowed } from '@countersign/json-schema/follow-references';
import type { Members } from '@countersign/json-schema/members';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { formsText as text } from '../../../text/texts.ts';
import { Button, IconButton } from '../../button.tsx';
import { Field } from '../../field.tsx';
import { Input } from '../../input.tsx';
import { Pager, usePage } from '../arrays/pager.tsx';
import { fieldId } from '../field-id.ts';
import { textOf } from '../field-text.ts';
import { focusFirst, focusInside } from '../focus-inside.ts';
import { useForm } from '../form-context.ts';
import { NestedField } from '../nested-field.tsx';
import { type Path, renameKey } from '../pointer.ts';
import { newItem } from '../schema/initial-value.ts';

interface ExtraMembersProps {
  members: Members;
  value: unknown;
  path: Path;
  locked: boolean;
  title: string;
}

/** Why a name cannot be given; null when it can. */
function nameFault(name: string, taken: (name: string) => boolean): string | null {
  if (name === '') return text.nameEmpty;
  if (!isSafeKey(name)) return text.nameForbidden;
  return taken(name) ? text.nameTaken : null;
}

/** The name of one member, changed when it is left or with Enter. */
function NameInput({
  name,
  id,
  taken,
  rename,
}: {
  name: string;
  id: string;
  taken: (name: string) => boolean;
  rename: (to: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  const [known, setKnown] = useState(name);
  if (known !== name) {
    setKnown(name);
    setTyped(name);
  }
  const fault = typed === name ? null : nameFault(typed, taken);
  const commit = () => {
    if (typed !== name && fault === null) rename(typed);
  };
  return (
    <span className="form-cell column">
      <Input
        id={id}
        className="mono"
        aria-label={text.nameOf(name)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-error` : undefined}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
          }
          if (event.key === 'Escape' && typed !== name) {
            event.stopPropagation();
            setTyped(name);
          }
        }}
      />
      {fault && (
        <span className="small side-by-side error-text" id={`${id}-error`}>
          {fault}
        </span>
      )}
    </span>
  );
}

/** A name that is not there yet. */
function NewName({
  id,
  title,
  taken,
  add,
}: {
  id: string;
  title: string;
  taken: (name: string) => boolean;
  add: (name: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const fault = nameFault(typed, taken);
  const submit = () => {
    setTried(fault !== null);
    if (fault !== null) return focusFirst([id]);
    setTyped('');
    add(typed);
  };
  return (
    <Field
      className="form-span-12"
      id={id}
      label={text.newName(title)}
      error={tried ? fault : null}
    >
      {(ids) => (
        <span className="row-close wrapping at-top">
          <Input
            {...ids}
            className="grow mono"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              submit();
            }}
          />
          <Button icon={Plus} onClick={submit}>
            {text.addName}
          </Button>
        </span>
      )}
    </Field>
  );
}

/** Members that the schema does not name: each with its name, which can be changed, and a place for more. */
export function ExtraMembers({ members, value, path, locked, title }: ExtraMembersProps) {
  const form = useForm();
  const page = usePage(members.extra.length, path, (key) => members.extra.indexOf(key));
  const record = isObject(value) ? value : {};
  const taken = (name: string) => Object.hasOwn(record, name) || members.named.includes(name);
  const idOf = (key: string) => fieldId(form.idPrefix, pointerOf([...path, key]));
  const newId = `${fieldId(form.idPrefix, pointerOf(path))}-new`;
  const remove = (name: string) => {
    flushSync(() => form.change([...path, name], undefined));
    form.say(text.removed(name));
    const next = members.extra[members.extra.indexOf(name) + 1] ?? members.extra.at(-2);
    focusFirst([...(next === undefined ? [] : [`${idOf(next)}-name-of`]), newId]);
  };
  const add = (name: string) => {
    flushSync(() => {
      form.change([...path, name], newItem(members.nodeOf(name), form.root));
      page.show(members.extra.length);
    });
    focusInside(idOf(name));
  };
  const rename = (from: string, to: string) => {
    form.change(path, renameKey(record, from, to));
    form.touch(pointerOf([...path, to]));
  };
  const canChange = (name: string) => !locked && !isNothingAllowed(asNode(members.nodeOf(name)));
  return (
    <>
      {members.extra.slice(page.from, page.to).map((name, index) => (
        // The place, not the name: a member that is renamed keeps its fields and the focus in them.
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is edited in place
        <div className="at-top extra stack-close form-span-12" key={index}>
          {canChange(name) && (
            <NameInput
              id={`${idOf(name)}-name-of`}
              name={name}
              taken={taken}
              rename={(to) => rename(name, to)}
            />
          )}
          <div className="at-top form stack compact">
            <NestedField
              node={members.nodeOf(name)}
              value={memberOf(record, name)}
              path={[...path, name]}
              name={name}
              title={textOf(name, 120) ?? JSON.stringify(name)}
              required
              span={12}
              quiet
              entry
              locked={locked}
            />
          </div>
          {!locked && (
            <IconButton label={text.remove(name)} icon={X} data-tool onClick={() => remove(name)} />
          )}
        </div>
      ))}
      <Pager page={page} title={title} />
      {members.open && !locked && <NewName id={newId} title={title} taken={taken} add={add} />}
    </>
  );
}

const asNode = (node: unknown) => (isObject(node) ? node : {});
