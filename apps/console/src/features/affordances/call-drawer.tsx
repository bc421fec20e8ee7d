import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { isObject } from '@countersign/json/json-object';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCall, useCallPreview } from '../../live/environment-queries.ts';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/common.ts';
import { faultText, statementSentence } from '../../text/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SchemaForm } from '../../ui/forms/schema-form.tsx';
import { Input } from '../../ui/input.tsx';
import type { KnownSignifier } from './affordance-list.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { Failed } from './failed.tsx';
import './affordances.css';

const text = affordancesText.call;

/** A call that an operator makes; `approval`: absent = somebody else approves it. */
export interface CallToMake {
  arguments: unknown;
  approval?: { digest: string; confirmation: string };
}

interface CallDrawerProps {
  known: KnownSignifier;
  make: (call: CallToMake) => Promise<AffordanceCallView>;
  taskLink: (taskId: string) => ReactNode;
  onClose: () => void;
}

/** A signifier with its arguments as a form, the request that they become, and the call. */
export function CallDrawer({ known: { signifier }, make, taskLink, onClose }: CallDrawerProps) {
  const [value, setValue] = useState<unknown>({});
  const [confirmation, setConfirmation] = useState('');
  const [isBroken, setBroken] = useState(false);
  const [made, setMade] = useState<AffordanceCallView | null>(null);
  const action = useAction();
  const shown = useCallPreview(signifier.id, value);
  const call = useCall(made).data ?? made;
  const preview = shown.data?.preview ?? null;
  const isCurrent = shown.data?.of === JSON.stringify(value ?? null) && !isBroken;
  const digest = isCurrent ? (preview?.digest ?? null) : null;
  const isConfirmed = preview?.approval !== 'typed' || confirmation === preview.confirm;
  const send = (approves: boolean) => {
    if (digest === null) return;
    const approval = approves ? { approval: { digest, confirmation } } : {};
    void action.run(async () => setMade(await make({ arguments: value, ...approval })));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) send(true);
  };
  return (
    <Dialog
      keepOpen
      onOpenChange={(open) => open || onClose()}
      open
      title={text.title(visibleText(signifier.label))}
      wide
    >
      {call === null ? (
        <form className="stack-wide" noValidate onSubmit={submit}>
          {preview === null ? null : takesNothing(preview.schema) ? (
            <p className="muted">{text.noArguments}</p>
          ) : (
            <SchemaForm
              errors={preview.faults.map((one) => ({ path: one.path, message: faultText(one) }))}
              idPrefix="affordance"
              label={text.arguments}
              onBroken={setBroken}
              onChange={setValue}
              schema={preview.schema}
              showAll={false}
              value={value}
            />
          )}
          <Failed of={shown.isError ? shown.error : null} title={affordancesText.failed} />
          {preview === null ? null : <Preview preview={preview} />}
          {preview?.approval === 'typed' ? (
            <Field label={text.confirm(preview.confirm)} required>
              {(ids) => (
                <Input
                  {...ids}
                  autoCapitalize="none"
                  autoComplete="off"
                  onChange={({ target }) => setConfirmation(target.value)}
                  spellCheck={false}
                  value={confirmation}
                />
              )}
            </Field>
          ) : null}
          <Failed of={action.failure} title={text.notMade} />
          <div className="row-wrap at-end">
            <DialogCancel disabled={action.busy} />
            {preview === null || preview.approval === 'none' ? null : (
              <Button busy={action.busy} disabled={digest === null} onClick={() => send(false)}>
                {text.ask}
              </Button>
            )}
            <Button
              busy={action.busy}
              disabled={digest === null || !isConfirmed || preview?.objection !== null}
              type="submit"
              variant="primary"
            >
              {text.make}
            </Button>
          </div>
        </form>
      ) : (
        <CallOutcome
          again={() => {
            setMade(null);
            setConfirmation('');
          }}
          call={call}
          taskLink={taskLink(call.callId)}
        />
      )}
    </Dialog>
  );
}

const takesNothing = ({ properties }: Record<string, unknown>): boolean =>
  !isObject(properties) || Object.keys(properties).length === 0;

type PreviewData = NonNullable<ReturnType<typeof useCallPreview>['data']>['preview'];

/** The request as it will be sent, and what an approval is of. */
function Preview({ preview }: { preview: PreviewData }) {
  const { request, secrets, hasSession, digest, approval, objection, objectionText } = preview;
  const lines =
    request === null
      ? null
      : [
          `${request.method} ${request.url}`,
          ...request.headers.map(({ name, value }) => `${name}: ${value}`),
          ...(request.body === null ? [] : ['', request.body]),
        ];
  return (
    <section aria-labelledby="affordance-request" className="stack-tight">
      <h3 id="affordance-request">{text.request}</h3>
      <p className="small muted">{text.requestHelp}</p>
      {objection === null ? null : (
        <Banner tone="fail">{statementSentence(objection, objectionText ?? '')}</Banner>
      )}
      {lines === null ? (
        preview.faults.map((fault) => (
          <p className="small error-text" key={fault.path}>
            {fault.path} {faultText(fault)}
          </p>
        ))
      ) : (
        <pre className="code rounded affordance-request">{visibleText(lines.join('\n'))}</pre>
      )}
      {secrets.length === 0 ? null : (
        <p className="small">{text.secrets(commonText.inRow(secrets))}</p>
      )}
      {hasSession ? <p className="small">{text.session}</p> : null}
      {digest === null ? null : (
        <p className="small muted breakable">
          {text.digest} <code>{digest}</code>
        </p>
      )}
      <p className="small">{text.approval[approval]}</p>
    </section>
  );
}
