import type { Operator, OperatorRole } from '@countersign/api/operator';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { operatorsText } from '../../text/administration.ts';
import { commonText, settingsText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import {
  idOfName,
  type OperatorFaults,
  operatorForm,
  operatorRoles,
  readOperator,
} from './operator-form.ts';
import { TokenEndField, tokenEndOf } from './people/token-end-field.tsx';
import { Failure } from './section.tsx';

const words = operatorsText.form;
const roles = operatorRoles.map((role) => ({
  value: role,
  label: commonText.pair(operatorsText.roles[role], operatorsText.roleHelp[role].toLowerCase()),
}));
const isRole = (value: string): value is OperatorRole =>
  operatorRoles.some((role) => role === value);

interface OperatorDialogProps {
  /** Null = add one. */
  operator: Operator | null;
  open: boolean;
  onClose: () => void;
  save: (operator: Operator) => Promise<unknown>;
}

/** Adds a named operator, or changes name, role and groups of one. */
export function OperatorDialog(props: OperatorDialogProps) {
  const { operator, open, onClose } = props;
  return (
    <Dialog
      onOpenChange={(next) => next || onClose()}
      open={open}
      title={operator === null ? words.addTitle : words.editTitle(operator.name)}
    >
      <Form key={operator?.id ?? ''} {...props} />
    </Dialog>
  );
}

function Form({ operator, save }: OperatorDialogProps) {
  const [form, setForm] = useState(() => operatorForm(operator));
  const [idTyped, setIdTyped] = useState(operator !== null);
  const [tokenDays, setTokenDays] = useState('');
  const [faults, setFaults] = useState<OperatorFaults>({});
  const ref = useFirstFault(faults);
  const action = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readOperator(form);
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    const end = operator === null ? tokenEndOf(tokenDays, Date.now()) : {};
    void action.run(() => save({ ...read.operator, ...end }));
  };
  const taken = problemOf(action.failure)?.type.endsWith('/operator-exists') ?? false;
  return (
    <form className="dialog-form stack-wide" noValidate onSubmit={submit} ref={ref}>
      <Field error={faults.name} help={words.nameHelp} label={words.name} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            autoFocus
            onChange={({ target }) =>
              setForm({
                ...form,
                name: target.value,
                ...(idTyped ? {} : { id: idOfName(target.value) }),
              })
            }
            value={form.name}
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
              setForm({ ...form, id: target.value });
            }}
            readOnly={operator !== null}
            spellCheck={false}
            value={form.id}
          />
        )}
      </Field>
      <Field label={words.role}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(role) => isRole(role) && setForm({ ...form, role })}
            options={roles}
            value={form.role}
          />
        )}
      </Field>
      <Field error={faults.groups} help={words.groupsHelp} label={words.groups}>
        {(ids) => (
          <Input
            {...ids}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => setForm({ ...form, groups: target.value })}
            spellCheck={false}
            value={form.groups}
          />
        )}
      </Field>
      {operator === null ? <TokenEndField onChange={setTokenDays} value={tokenDays} /> : null}
      <Failure of={taken ? null : action.failure} title={settingsText.notSaved} />
      <div className="at-end row">
        <DialogCancel />
        <Button busy={action.busy} type="submit" variant="primary">
          {operator === null ? words.add : words.save}
        </Button>
      </div>
    </form>
  );
}
