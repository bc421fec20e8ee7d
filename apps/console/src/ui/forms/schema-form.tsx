import { isObject } from '@countersign/json/json-object';
import type { CheckFault } from '@countersign/upformat/edit-check';
import { Info } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { formsText as text } from '../../text/texts.ts';
import { Banner } from '../banner.tsx';
import { FieldNode } from './field-node.tsx';
import { partsOf } from './fold.tsx';
import { FormContext, type FormContextValue } from './form-context.ts';
import { FieldDrawing } from './nested-field.tsx';
import './arrays/array-table.css';
import './forms.css';
import { JsonEditor } from './inputs/json-editor.tsx';
import { setAt } from './pointer.ts';
import { useRevealed } from './reveal.ts';
import { inspectSchema } from './schema/inspect-schema.ts';
import { type FieldError, uncheckedIn } from './schema/validate.ts';

interface SchemaFormProps {
  schema: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
  errors: readonly FieldError[];
  /** The agent's message about the value. */
  reported?: readonly CheckFault[];
  /** Show every fault (after a try to send); before, only those of fields that were left. */
  showAll: boolean;
  /** Marks what differs from the proposal. */
  base?: unknown;
  readOnly?: boolean;
  /** Unique on the page; the fields' ids start with it. */
  idPrefix: string;
  label: string;
  /** A part that is edited as JSON does not parse: the value is not what is shown. */
  onBroken?: (broken: boolean) => void;
}

const DENSE = 1_500;
const unreported: readonly CheckFault[] = [];

/** The rules of the agent that the form cannot show, as text. */
function Notes({ schema, value }: { schema: unknown; value: unknown }) {
  const reasons = uncheckedIn(schema, value);
  if (reasons.length === 0) return null;
  const words = reasons.map((reason) => text.unchecked[reason]);
  return <Banner icon={Info}>{[...words, text.uncheckedEnd].join(' ')}</Banner>;
}

/** A form over any JSON Schema; one that is hostile or unusable becomes a JSON editor with a reason. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, value, onChange, errors, showAll, base, readOnly = false } = props;
  const { idPrefix, label, onBroken, reported = unreported } = props;
  const inspection = useMemo(() => inspectSchema(schema), [schema]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [said, say] = useState('');
  const revealed = useRevealed(idPrefix);
  const broken = useRef(new Set<string>());
  const faults = useMemo(
    () => new Map(errors.map(({ path, message }) => [path, message])),
    [errors],
  );
  const notes = <Notes schema={schema} value={value} />;
  if (!inspection.ok || !isObject(schema)) {
    const reason = inspection.ok ? 'not-a-schema' : inspection.reason;
    return (
      <div className="stack-wide">
        <Banner icon={Info}>{text.fallback[reason]}</Banner>
        {reason !== 'not-a-schema' && notes}
        <JsonEditor
          label={label}
          value={value}
          onChange={onChange}
          id={`${idPrefix}-json`}
          idPrefix={idPrefix}
          readOnly={readOnly}
          {...(onBroken ? { onBroken } : {})}
        />
      </div>
    );
  }
  const world: FormContextValue = {
    root: schema,
    base,
    readOnly,
    idPrefix,
    dense: partsOf(value, DENSE) > DENSE,
    revealed,
    reported,
    errorAt: (pointer) => (showAll || touched.has(pointer) ? (faults.get(pointer) ?? null) : null),
    touch: (pointer) => setTouched((before) => new Set(before).add(pointer)),
    change: (path, next) => onChange(setAt(value, path, next)),
    setBroken(pointer, isBroken) {
      if (isBroken) broken.current.add(pointer);
      else broken.current.delete(pointer);
      onBroken?.(broken.current.size > 0);
    },
    say,
  };
  return (
    <FormContext value={world}>
      {notes}
      <fieldset className="at-top unframed form stack compact" aria-label={label}>
        <FieldDrawing value={FieldNode}>
          <FieldNode node={schema} value={value} path={[]} name="" required span={12} root />
        </FieldDrawing>
      </fieldset>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </FormContext>
  );
}
