import type { AffordanceCallView } from '@countersign/api/affordance-call';
import { isObject } from '@countersign/json/json-object';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCall, useCallPreview } from '../../live/environment-queries.ts';
import { problemOf } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { faultText, statementSentence } from '../../text/statements/statements.ts';
import { commonText, offersText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { SchemaForm } from '../../ui/forms/schema-form.tsx';
import { Input } from '../../ui/input.tsx';
import type { KnownSignifier } from './affordance-list.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { Failed } from './failed.tsx';
import { SinceLast } from './since-last.tsx';
import './affordances.css';

const text = affordancesText.call;

/** A call that an operator makes; `approval`: absent = someone else approves it. */
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
  // A request for the preview that failed does not take the form away: its schema is the same for all arguments.
  const [last, setLast] = useState(shown.data);
  if (shown.data !== undefined && shown.data !== last) setLast(shown.data);
  const seen = shown.data ?? last;
  const preview = seen?.preview ?? null;
  const isCurrent = seen?.of === JSON.stringify(value ?? null) && !isBroken && !shown.isError;
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
      // The result of a call that is in progress is shown here.
      onOpenChange={(open) => open || action.busy || onClose()}
      open
      title={text.title(visibleText(signifier.label))}
      wide
    >
      {made === null ? (
        <form className="stack-wide" noValidate onSubmit={submit}>
          {preview === null ? null : takesNothing(preview.schema) ? (
            <p className="muted">{text.noArguments}</p>
          ) : (
            <SchemaForm
              errors={preview.faults.map((one) => ({
                path: one.path,
                message: visibleText(faultText(one)),
              }))}
              idPrefix="affordance"
              label={text.arguments}
              onBroken={setBroken}
              onChange={setValue}
              schema={preview.schema}
              showAll={false}
              value={value}
            />
          )}
          <Failed
            of={shown.isError ? shown.error : null}
            retry={() => void shown.refetch()}
            title={affordancesText.failed}
          />
          {preview === null || shown.isError ? null : <Preview preview={preview} />}
          {preview?.last && isCurrent ? <SinceLast last={preview.last} value={value} /> : null}
          {preview?.approval === 'typed' ? (
            <Typed name={preview.confirm} onChange={setConfirmation} value={confirmation} />
          ) : null}
          <NotMade of={action.failure} />
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
        <Made
          again={() => {
            setMade(null);
            setConfirmation('');
          }}
          made={made}
          taskLink={taskLink(made.callId)}
        />
      )}
    </Dialog>
  );
}

interface TypedProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** The name that is typed to confirm a call. */
function Typed({ name, value, onChange }: TypedProps) {
  return (
    <Field label={text.confirm(visibleText(name))} required>
      {(ids) => (
        <Input
          {...ids}
          autoCapitalize="none"
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          spellCheck={false}
          value={value}
        />
      )}
    </Field>
  );
}

interface MadeProps {
  made: AffordanceCallView;
  taskLink: ReactNode;
  again: () => void;
}

/** A call that was made, followed until it is over. */
function Made({ made, ...rest }: MadeProps) {
  const { data: call = made, error } = useCall(made);
  return (
    <>
      <Failed of={error} title={affordancesText.failed} />
      <CallOutcome call={call} {...rest} />
    </>
  );
}

/** Without an answer of the server, or from one that failed, the call may have been made. */
function NotMade({ of }: { of: unknown }) {
  const problem = problemOf(of);
  const isRefused = problem !== null && problem.status < 500;
  return isRefused ? (
    <Failed of={of} title={text.notMade} />
  ) : (
    <Failed detail={offersText.lookFirst} of={of} title={offersText.unknown} />
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
            {visibleText(`${fault.path} ${faultText(fault)}`)}
          </p>
        ))
      ) : (
        <pre className="code rounded verbatim affordance-request">
          {visibleText(lines.join('\n'))}
        </pre>
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
