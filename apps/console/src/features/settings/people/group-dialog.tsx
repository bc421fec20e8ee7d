import { administratorId, type Operator, type OperatorRole } from '@countersign/api/operator';
import type { Group } from '@countersign/api/people/group';
import { may } from '@countersign/desk/permissions';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../../live/problem-text.ts';
import { useAction } from '../../../live/use-action.ts';
import { groupsText, operatorsText } from '../../../text/administration.ts';
import { settingsText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Field } from '../../../ui/field.tsx';
import { useFirstFault } from '../../../ui/hooks/use-first-fault.ts';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { idOfName, namePattern } from '../operator-form.ts';
import { Failure } from '../section.tsx';

const words = groupsText.form;
const givenRoles = ['viewer', 'auditor', 'operator', 'admin'] as const;
type GivenRole = (typeof givenRoles)[number];
const roles = [
  { value: '', label: words.noRole },
  ...givenRoles.map((role) => ({ value: role, label: operatorsText.roles[role] })),
];
const isGiven = (role: OperatorRole | string | null): role is GivenRole =>
  givenRoles.some((one) => one === role);

/** As it is sent: a new group, or all that an existing one becomes. */
export interface GroupToSave {
  id: string;
  name: string;
  claim: string | null;
  role: GivenRole | null;
  members: string[];
}

interface GroupDialogProps {
  /** Null = add one. */
  group: Group | null;
  operators: readonly Operator[];
  open: boolean;
  onClose: () => void;
  save: (group: GroupToSave) => Promise<unknown>;
}

/** Adds a group of people, or changes who is in one. */
export function GroupDialog(props: GroupDialogProps) {
  const { group, open, onClose } = props;
  return (
    <Dialog
      onOpenChange={(next) => next || onClose()}
      open={open}
      title={group === null ? words.addTitle : operatorsText.form.editTitle(group.name)}
    >
      <Form key={group?.id ?? ''} {...props} />
    </Dialog>
  );
}

function Form({ group, operators, save }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [id, setId] = useState(group?.id ?? '');
  const [idTyped, setIdTyped] = useState(group !== null);
  const [members, setMembers] = useState(group?.members.map((member) => member.id) ?? []);
  const [claim, setClaim] = useState(group?.claim ?? '');
  const [role, setRole] = useState(isGiven(group?.role ?? null) ? (group?.role ?? '') : '');
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const faults = isTried ? faultsOf({ name, id }) : {};
  const ref = useFirstFault(faults);
  const taken = problemOf(action.failure)?.type.endsWith('/group-exists') ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faultsOf({ name, id })).length > 0) return;
    const given = claim.trim() === '' ? null : claim.trim();
    void action.run(() =>
      save({
        ...{ id, name: name.trim(), members, claim: given },
        role: given !== null && isGiven(role) ? role : null,
      }),
    );
  };
  return (
    <form className="dialog-form stack-wide" noValidate onSubmit={submit} ref={ref}>
      <Field error={faults.name} label={words.name} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => {
              setName(target.value);
              if (!idTyped) setId(idOfName(target.value));
            }}
            value={name}
          />
        )}
      </Field>
      <Field error={taken ? words.exists : faults.id} help={words.idHelp} label={words.id} required>
        {(ids) => (
          <Input
            {...ids}
            autoCapitalize="none"
            autoComplete="off"
            className="input mono"
            onChange={({ target }) => {
              setIdTyped(true);
              setId(target.value);
            }}
            readOnly={group !== null}
            spellCheck={false}
            value={id}
          />
        )}
      </Field>
      <Members members={members} onChange={setMembers} operators={operators} />
      <Field help={words.claimHelp} label={words.claim}>
        {(ids) => (
          <Input
            {...ids}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => setClaim(target.value)}
            spellCheck={false}
            value={claim}
          />
        )}
      </Field>
      {claim.trim() === '' ? null : (
        <Field help={words.roleHelp} label={words.role}>
          {(ids) => <Select {...ids} onChange={setRole} options={roles} value={role} />}
        </Field>
      )}
      <Failure of={taken ? null : action.failure} title={settingsText.notSaved} />
      <div className="at-end row">
        <DialogCancel />
        <Button busy={action.busy} type="submit" variant="primary">
          {group === null ? operatorsText.form.add : operatorsText.form.save}
        </Button>
      </div>
    </form>
  );
}

function faultsOf({ name, id }: { name: string; id: string }): { name?: string; id?: string } {
  return {
    ...(name.trim() === '' || name.trim().length > 120 ? { name: operatorsText.form.nameBad } : {}),
    ...(namePattern.test(id) ? {} : { id: operatorsText.form.idBad }),
  };
}

/** Those who answer, to be ticked. A program and the administrator of the server's token are in no group. */
function Members({
  operators,
  members,
  onChange,
}: {
  operators: readonly Operator[];
  members: readonly string[];
  onChange: (members: string[]) => void;
}) {
  const people = operators.filter((one) => one.id !== administratorId && may(one, 'read'));
  return (
    <fieldset className="unframed stack-tight">
      <legend className="strong small">{words.members}</legend>
      {people.length === 0 ? <p className="small muted">{words.nobody}</p> : null}
      {people.map(({ id, name }) => (
        <Checkbox
          checked={members.includes(id)}
          key={id}
          label={visibleText(name)}
          onChange={(isIn) =>
            onChange(isIn ? [...members, id] : members.filter((member) => member !== id))
          }
        />
      ))}
    </fieldset>
  );
}
