import type { Passkey, PasskeyProof } from '@countersign/api/people/passkey';
import { Fingerprint, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { makePasskey, signWithPasskey } from '../../../live/passkey.ts';
import { problemOf } from '../../../live/problem-text.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useAction } from '../../../live/use-action.ts';
import { itemsOf, useChange, useRoute } from '../../../live/use-route.ts';
import { passkeysText as text } from '../../../text/administration.ts';
import { settingsText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Input } from '../../../ui/input.tsx';
import { Failure, Read } from '../section.tsx';

/** One's own passkeys. A session alone adds and removes none: a script could have the session. */
export function PasskeysPart() {
  const passkeys = useRoute('GET /api/passkeys', {}, { select: itemsOf });
  const [open, setOpen] = useState<{ removing: Passkey | null } | null>(null);
  return (
    <section aria-labelledby="set-passkeys" className="soft-line-below settings-part stack">
      <div className="row-loose wrapping spread">
        <h2 id="set-passkeys">{text.title}</h2>
        <Button icon={Plus} onClick={() => setOpen({ removing: null })}>
          {text.add}
        </Button>
      </div>
      <p className="small muted help-text">{text.help}</p>
      <Read of={passkeys}>
        {(list) =>
          list.length === 0 ? (
            <p className="small muted">{text.none}</p>
          ) : (
            <ul className="line-above settings-list">
              {list.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  onRemove={() => setOpen({ removing: passkey })}
                  passkey={passkey}
                />
              ))}
            </ul>
          )
        }
      </Read>
      <Dialog
        onOpenChange={(next) => next || setOpen(null)}
        open={open !== null}
        title={open?.removing ? text.removeAsk(visibleText(open.removing.name)) : text.addTitle}
      >
        <ProofForm
          hasOld={(passkeys.data ?? []).length > 0}
          onDone={() => setOpen(null)}
          removing={open?.removing ?? null}
        />
      </Dialog>
    </section>
  );
}

function PasskeyRow({
  passkey: { name, host, createdAt, usedAt },
  onRemove,
}: {
  passkey: Passkey;
  onRemove: () => void;
}) {
  return (
    <li className="row-wide wraps-on-phone at-top soft-line-below">
      <Icon of={Fingerprint} />
      <div className="grow">
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(name)}
        </b>
        <p className="small muted">
          {text.goodFor(host)}
          {' · '}
          {usedAt === null ? text.unused : <LiveTime as="ago" at={usedAt} />}
          {usedAt === null ? <LiveTime as="ago" at={createdAt} /> : null}
        </p>
      </div>
      <IconButton icon={Trash2} label={text.remove(name)} onClick={onRemove} />
    </li>
  );
}

interface ProofFormProps {
  removing: Passkey | null;
  /** Whether an older passkey can be the proof. */
  hasOld: boolean;
  onDone: () => void;
}

/** Adds or removes a passkey, with the proof that it is the operator who does. */
function ProofForm({ removing, hasOld, onDone }: ProofFormProps) {
  const change = useChange();
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const needsName = removing === null && name.trim() === '';
  const needsSecret = !hasOld && secret.trim() === '';
  const run = async () => {
    const proof: PasskeyProof =
      secret.trim() === ''
        ? { passkey: await signWithPasskey(await change('POST /api/passkeys/confirmation', {})) }
        : { secret: secret.trim() };
    if (removing === null) {
      const made = await makePasskey(
        await change('POST /api/passkeys/registration', { body: proof }),
      );
      await change('POST /api/passkeys', { body: { ...made, name: name.trim() } });
    } else {
      await change('POST /api/passkeys/:id/removal', { params: { id: removing.id }, body: proof });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (needsName || needsSecret) return;
    void action.run(run).then((done) => done && onDone());
  };
  const isServerFault = problemOf(action.failure) !== null;
  return (
    <form className="dialog-form stack-wide" noValidate onSubmit={submit}>
      {removing === null ? (
        <Field
          error={isTried && needsName ? text.nameBad : undefined}
          help={text.nameHelp}
          label={text.name}
          required
        >
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              autoFocus
              maxLength={80}
              onChange={({ target }) => setName(target.value)}
              value={name}
            />
          )}
        </Field>
      ) : null}
      <Field
        error={isTried && needsSecret ? text.secretBad : undefined}
        help={hasOld ? text.secretOrOld : text.secretHelp}
        label={text.secret}
        required={!hasOld}
      >
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            onChange={({ target }) => setSecret(target.value)}
            type="password"
            value={secret}
          />
        )}
      </Field>
      {action.failure === null || isServerFault ? (
        <Failure of={action.failure} title={settingsText.notSaved} />
      ) : (
        <Banner role="alert" tone="fail">
          <b className="strong">{text.notMade}</b>
          <p className="small">{text.notMadeDetail}</p>
        </Banner>
      )}
      <div className="at-end row">
        <DialogCancel />
        <Button busy={action.busy} type="submit" variant={removing === null ? 'primary' : 'danger'}>
          {removing === null ? text.add : text.removeYes}
        </Button>
      </div>
    </form>
  );
}
