import type { OfferedTool } from '@countersign/api/agents/agent-card';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { Info } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorText, problemOf } from '../../../live/problem-text.ts';
import { commonText, offersText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { initialValue } from '../../../ui/forms/schema/initial-value.ts';
import { validateValue } from '../../../ui/forms/schema/validate.ts';
import { SchemaForm } from '../../../ui/forms/schema-form.tsx';
import { Kbd } from '../../../ui/kbd.tsx';

const describing = [
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
];

const isDescription = (value: unknown): boolean =>
  value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0);

/**
 * Whether a schema of arguments says that there are none. One that says nothing of them does not: it may be what is left of one that was
 * too large.
 */
function takesNothing(schema: JsonObject): boolean {
  if (describing.some((keyword) => isDescription(schema[keyword]))) return false;
  const { properties, additionalProperties, unevaluatedProperties, maxProperties } = schema;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  return isClosed || isObject(properties) || maxProperties === 0;
}

interface CallDialogProps {
  tool: OfferedTool;
  onClose: () => void;
  call: (args: Record<string, unknown>) => Promise<void>;
}

/** What the server calls it is a claim: the name that is called is there too. */
function fullName({ title, name }: OfferedTool): string {
  return title === null || title === name
    ? visibleText(name)
    : text.titled(visibleText(title), visibleText(name));
}

/** The arguments of a call, as a form of the tool's schema. */
export function CallDialog({ tool, onClose, call }: CallDialogProps) {
  const { inputSchema: schema, description, hints } = tool;
  const [value, setValue] = useState(() => initialValue(schema, {}));
  const [showAll, setShowAll] = useState(false);
  const [broken, setBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const errors = validateValue(schema, value);
  const isValid = errors.length === 0 && !broken && isObject(value);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowAll(true);
    if (!isValid || busy) return;
    setBusy(true);
    setFailure(null);
    call(value).catch((error: unknown) => {
      setBusy(false);
      setFailure(error);
    });
  };
  // The result of the call is shown here.
  const close = (open: boolean) => {
    if (!open && !busy) onClose();
  };

  return (
    <Dialog onOpenChange={close} open title={text.callTool(fullName(tool))} wide>
      <form className="stack-wide" noValidate onSubmit={submit}>
        {description === null ? null : (
          <p className="breakable" dir="auto" lang="">
            {visibleText(description)}
          </p>
        )}
        {takesNothing(schema) ? (
          <p className="muted">{text.noArguments}</p>
        ) : (
          <SchemaForm
            errors={errors}
            idPrefix="call"
            label={text.arguments}
            onBroken={setBroken}
            onChange={setValue}
            schema={schema}
            showAll={showAll}
            value={value}
          />
        )}
        <Banner icon={Info}>
          {text.approval}
          {commonText.gap}
          {hints.destructive === true ? text.typed : null}
        </Banner>
        {showAll && !isValid ? (
          <p className="small" role="alert">
            {text.faults}
          </p>
        ) : null}
        {failure === null ? null : <Failure of={failure} />}
        <div className="row at-end">
          <DialogCancel disabled={busy} />
          <Button busy={busy} type="submit" variant="primary">
            {text.call}
            <Kbd keys="$mod+Enter" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Without an answer of the server, the call may have become a task. */
function Failure({ of }: { of: unknown }) {
  const problem = problemOf(of);
  // A server that failed may have recorded it.
  const isRefused = problem !== null && problem.status < 500;
  return (
    <Banner role="alert" tone="fail">
      <b className="strong">{isRefused ? text.failed : text.unknown}</b>
      <p className="small">
        {errorText(of)}
        {commonText.gap}
        {isRefused ? null : text.lookFirst}
      </p>
    </Banner>
  );
}
