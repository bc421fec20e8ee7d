import type { CreateProgram, ProgramAccess } from '@countersign/api/agents/program';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { programsText, settingsText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TokenEndField, tokenEndOf } from './people/token-end-field.tsx';
import { Failure } from './section.tsx';

const words = programsText.form;
const maxName = 80;
const accesses: readonly ProgramAccess[] = ['http', 'mcp'];

interface ProgramDialogProps {
  open: boolean;
  onClose: () => void;
  add: (program: CreateProgram) => Promise<unknown>;
}

/** Names a program that may ask. */
export function ProgramDialog({ open, onClose, add }: ProgramDialogProps) {
  return (
    <Dialog onOpenChange={(next) => next || onClose()} open={open} title={words.title}>
      <Form add={add} />
    </Dialog>
  );
}

function Form({ add }: Pick<ProgramDialogProps, 'add'>) {
  const [name, setName] = useState('');
  const [via, setVia] = useState<ProgramAccess>('http');
  const [tokenDays, setTokenDays] = useState('');
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const isGood = name.trim() !== '' && name.trim().length <= maxName;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGood)
      void action.run(() => add({ name: name.trim(), via, ...tokenEndOf(tokenDays, Date.now()) }));
  };
  return (
    <form className="dialog-form stack-wide" noValidate onSubmit={submit}>
      <Field
        error={isTried && !isGood ? words.nameBad : undefined}
        help={words.nameHelp}
        label={words.name}
        required
      >
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setName(target.value)}
            value={name}
          />
        )}
      </Field>
      <div className="stack-tight">
        <Segmented
          label={words.via}
          onChange={setVia}
          options={accesses.map((value) => ({ value, label: programsText.via[value] }))}
          value={via}
        />
        <p className="small muted help-text">{words.viaHelp[via]}</p>
      </div>
      <TokenEndField onChange={setTokenDays} value={tokenDays} />
      <Failure of={action.failure} title={settingsText.notSaved} />
      <div className="at-end row">
        <DialogCancel />
        <Button busy={action.busy} type="submit" variant="primary">
          {words.add}
        </Button>
      </div>
    </form>
  );
}
