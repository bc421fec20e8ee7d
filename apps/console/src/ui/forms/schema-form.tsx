import { Info } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { Banner } from '../banner.tsx';
import { FieldNode } from './field-node.tsx';
import { FormContext, type FormWorld } from './form-context.ts';
import './forms.css';
import { inspectSchema } from './inspect-schema.ts';
import { JsonEditor } from './json-editor.tsx';
import { isRecord, setAt } from './pointer.ts';
import type { FieldError } from './validate.ts';

interface SchemaFormProps {
  schema: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
  errors: readonly FieldError[];
  /** Show every fault (after a try to send); before, only those of fields that were left. */
  showAll: boolean;
  /** Marks what differs from the proposal. */
  base?: unknown;
  readOnly?: boolean;
  /** Unique on the page; the fields' ids start with it. */
  idPrefix: string;
  label: string;
}

/** A form over any JSON Schema; one that is hostile or unusable becomes a JSON editor with a word why. */
export function SchemaForm({
  schema,
  value,
  onChange,
  errors,
  showAll,
  base,
  readOnly = false,
  idPrefix,
  label,
}: SchemaFormProps) {
  const inspection = useMemo(() => inspectSchema(schema), [schema]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  if (!inspection.ok || !isRecord(schema)) {
    const reason = inspection.ok ? 'not-a-schema' : inspection.reason;
    return (
      <div className="fallback">
        <Banner icon={Info}>{text.fallback[reason]}</Banner>
        <JsonEditor label={label} value={value} onChange={onChange} id={`${idPrefix}-json`} />
      </div>
    );
  }
  const world: FormWorld = {
    root: schema,
    base,
    readOnly,
    idPrefix,
    errorAt: (pointer) =>
      showAll || touched.has(pointer)
        ? (errors.find((error) => error.path === pointer)?.message ?? null)
        : null,
    touch: (pointer) => setTouched((before) => new Set(before).add(pointer)),
    change: (path, next) => onChange(setAt(value, path, next)),
  };
  return (
    <FormContext value={world}>
      <fieldset className="form compact" aria-label={label}>
        <FieldNode node={schema} value={value} path={[]} name="" required span={12} root />
      </fieldset>
    </FormContext>
  );
}
