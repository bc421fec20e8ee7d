import type { CheckedService, RegisteredService } from '@countersign/api/registry';
import { isObject } from '@countersign/json/json-object';
import {
  keepPreviousData,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useAction } from '../../live/use-action.ts';
import { routeQuery } from '../../live/use-route.ts';
import { registryText } from '../../text/registry.ts';
import { faultText } from '../../text/statements/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { JsonEditor } from '../../ui/forms/inputs/json-editor.tsx';
import { type FieldError, validateValue } from '../../ui/forms/schema/validate.ts';
import { SchemaForm } from '../../ui/forms/schema-form.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { useThrottled } from '../../ui/hooks/use-throttled.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { type Entry, infoHelpOf, serviceSchema } from './service-schema.ts';

const text = registryText.editor;

interface ServiceEditorProps {
  /** The service that is replaced; null = a new one. */
  id: string | null;
  entry: Entry;
  onChange: (entry: Entry) => void;
  /** The text above the form. */
  notice?: ReactNode;
  /** A link to a service, and what else can be done with it, when it is registered already. */
  existing: (service: RegisteredService) => ReactNode;
  /** The button that continues, and what is beside it. `checking`: it was pressed, and waits; disabled, it would lose the focus. */
  submit: (checking: boolean) => ReactNode;
  /** The registry would accept it. */
  onSubmit: (checked: CheckedService) => void;
}

/** A service as a form, or as JSON. The registry checks it as it is typed. */
export function ServiceEditor(props: ServiceEditorProps) {
  const { id, entry, onChange, notice, existing, submit, onSubmit } = props;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [broken, setBroken] = useState(false);
  /** When it was last submitted with faults; null = never. */
  const [refused, setRefused] = useState<object | null>(null);
  const showAll = refused !== null;
  const checking = useAction();
  const check = useServiceCheck(entry, id);
  const checked = check.isCurrent && !broken ? (check.data ?? null) : null;
  const schema = serviceSchema(entry);
  const infoHelp = infoHelpOf(entry);
  const { agent_info: info, ...fields } = entry;
  const described = info === undefined ? {} : { agent_info: info };
  const errors = errorsOf(schema, entry, check.data);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // What the form itself finds is shown at once.
    setRefused({ by: 'form' });
    if (broken) return;
    void checking.run(async () => {
      const now = await check.checkNow();
      if (now.faults.length === 0 && now.existing === null) onSubmit(now);
      else setRefused({ by: 'registry' });
    });
  };
  const form = useFirstFault(refused ?? {});
  const set = (value: unknown) => isObject(value) && onChange(value);
  return (
    <form className="registry-edit page-part stack-wide" noValidate onSubmit={send} ref={form}>
      {notice}
      <Segmented
        label={text.views.label}
        onChange={(next) => {
          setBroken(false);
          setView(next);
        }}
        options={[
          { value: 'form', label: text.views.form },
          { value: 'json', label: text.views.json },
        ]}
        value={view}
      />
      {view === 'form' ? (
        <SchemaForm
          errors={errors}
          idPrefix="service"
          label={text.entry}
          onBroken={setBroken}
          onChange={(value) => set(isObject(value) ? { ...value, ...described } : value)}
          schema={schema}
          showAll={showAll}
          value={fields}
        />
      ) : null}
      {view === 'form' && infoHelp !== null ? (
        // A card has too many members for a form.
        <JsonEditor
          help={infoHelp}
          id="service-info"
          label={text.fields.info}
          onBroken={setBroken}
          onChange={(agent_info) => onChange({ ...entry, agent_info })}
          value={info}
        />
      ) : null}
      {view === 'form' ? null : (
        <JsonEditor
          id="service-json"
          label={text.json}
          onBroken={setBroken}
          onChange={set}
          value={entry}
        />
      )}
      {broken ? null : (
        <Verdict
          checked={checked}
          failure={check.error ?? checking.failure}
          showAll={showAll || view === 'json'}
        />
      )}
      {checked === null || checked.existing === null ? null : existing(checked.existing)}
      <div className="at-end row">{submit(checking.busy)}</div>
    </form>
  );
}

/** The faults that the form itself finds at once, and those that only the registry finds. */
function errorsOf(schema: Entry, entry: Entry, checked: CheckedService | undefined): FieldError[] {
  const own = validateValue(schema, entry);
  const reported = (checked?.faults ?? []).map((fault) => ({
    path: fault.path,
    message: visibleText(faultText(fault)),
  }));
  return [...own, ...reported.filter(({ path }) => own.every((one) => one.path !== path))];
}

/** What the registry would do with the entry. */
function Verdict({
  failure,
  checked,
  showAll,
}: {
  /** Why it could not be checked; null = it could. */
  failure: unknown;
  checked: CheckedService | null;
  showAll: boolean;
}) {
  if (failure !== null) {
    return (
      <Banner role="alert" tone="fail">
        <b className="strong">{text.checkFailed}</b>
        <p className="small">{errorText(failure)}</p>
      </Banner>
    );
  }
  const faults = checked?.faults ?? [];
  return (
    <div className="small" role="status">
      {checked === null ? (
        <p className="muted">{text.checking}</p>
      ) : faults.length === 0 ? (
        checked.existing === null ? (
          <p className="muted">{text.fine}</p>
        ) : null
      ) : (
        <>
          <p>{text.faults(faults.length)}</p>
          {showAll ? (
            <ul className="breakable">
              {faults.map((fault) => (
                <li key={`${fault.path} ${fault.message}`}>
                  <code>{fault.path}</code> {visibleText(faultText(fault))}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </div>
  );
}

interface ServiceCheck {
  /** It is about this entry, not about an earlier one. */
  isCurrent: boolean;
  /** Does not wait until nobody types any more. */
  checkNow: () => Promise<CheckedService>;
}

/** What the registry would do with an entry, as it is typed. */
function useServiceCheck(
  entry: Record<string, unknown>,
  id: string | null,
): UseQueryResult<CheckedService> & ServiceCheck {
  const { api } = useClient();
  const cache = useQueryClient();
  const typed = JSON.stringify(entry);
  const asked = useThrottled(typed, 400);
  const checkOf = (text: string) =>
    routeQuery(api.call, 'POST /api/registry/check', {
      body: { entry: JSON.parse(text), ...(id === null ? {} : { id }) },
    });
  const query = useQuery({
    ...checkOf(asked),
    placeholderData: keepPreviousData,
    // Another one may be registered meanwhile.
    refetchInterval: 5_000,
  });
  const checkNow = () => cache.fetchQuery(checkOf(typed));
  return { ...query, isCurrent: asked === typed && !query.isPlaceholderData, checkNow };
}
