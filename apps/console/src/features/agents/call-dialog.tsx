import type { OfferedTool } from '@countersign/api/agent-card';
import { isObject } from '@countersign/json/json-object';
import { Info } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { offersText as text } from '../../text/offers.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { initialValue } from '../../ui/forms/initial-value.ts';
import { SchemaForm } from '../../ui/forms/schema-form.tsx';
import { validateValue } from '../../ui/forms/validate.ts';
import { Kbd } from '../../ui/kbd.tsx';

interface CallDialogProps {
  tool: OfferedTool;
  onClose: () => void;
  call: (args: Record<string, unknown>) => Promise<void>;
}

const hasFields = ({ inputSchema: { properties } }: OfferedTool): boolean =>
  isObject(properties) && Object.keys(properties).length > 0;

/** The arguments of a call, as a form of the tool's schema. */
export function CallDialog({ tool, onClose, call }: CallDialogProps) {
  const { inputSchema: schema, description, hints } = tool;
  const [value, setValue] = useState(() => initialValue(schema, {}));
  const [showAll, setShowAll] = useState(false);
  const [broken, setBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const errors = validateValue(schema, value);
  const isValid = errors.length === 0 && !broken && isObject(value);
  const name = visibleText(tool.title ?? tool.name);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowAll(true);
    if (!isValid || busy) return;
    setBusy(true);
    setFailure(null);
    call(value).catch((error: unknown) => {
      setBusy(false);
      setFailure(errorText(error));
    });
  };

  return (
    <Dialog onOpenChange={(open) => open || onClose()} open title={text.callTool(name)} wide>
      <form className="stack-wide" noValidate onSubmit={submit}>
        {description === null ? null : (
          <p className="breakable" dir="auto" lang="">
            {visibleText(description)}
          </p>
        )}
        {hasFields(tool) ? (
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
        ) : (
          <p className="muted">{text.noArguments}</p>
        )}
        <Banner icon={Info}>
          {text.approval} {hints.destructive === true ? text.typed : null}
        </Banner>
        {showAll && !isValid ? (
          <p className="small" role="alert">
            {text.faults}
          </p>
        ) : null}
        {failure === null ? null : (
          <Banner role="alert" tone="fail">
            <b className="strong">{text.failed}</b>
            <p className="small">{failure}</p>
          </Banner>
        )}
        <div className="row at-end">
          <DialogCancel />
          <Button busy={busy} type="submit" variant="primary">
            {text.call}
            <Kbd keys="$mod+Enter" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
