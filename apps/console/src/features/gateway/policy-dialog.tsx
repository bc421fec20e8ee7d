import type { GatewayRoute } from '@countersign/api/gateway';
import { type FormEvent, useState } from 'react';
import { type Action, useAction } from '../../live/use-action.ts';
import { gatewayText } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { CallerFields, type CallerFieldsProps } from './caller-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import {
  missingHosts,
  type PolicyFaults,
  type PolicyForm,
  policyForm,
  readPolicy,
  type SentPolicy,
} from './policy-form.ts';
import { newerPolicy, PolicyNotSaved } from './policy-not-saved.tsx';

const words = gatewayText.form;
const formId = 'gateway-policy';
const spokenOptions = Object.entries(words.spokenOf).map(([value, label]) => ({ value, label }));

export interface PolicyToSave {
  route: string;
  service: string;
  spoken: string;
  policy: SentPolicy;
}

interface PolicyDialogProps {
  /** null = a new route. */
  route: GatewayRoute | null;
  /** The names of all routes. */
  routes: readonly string[];
  /** Names of registered agents, and where they are. */
  services: readonly { name: string; host: string }[];
  /** Agents of this server that a policy can name. */
  agents: readonly { id: string; name: string }[];
  /** Ids of registrants. */
  registrants: readonly string[];
  onClose: () => void;
  save: (policy: PolicyToSave) => Promise<unknown>;
}

/** Who may call a service over a route, and how. */
export function PolicyDialog(props: PolicyDialogProps) {
  const { route, onClose } = props;
  const action = useAction();
  return (
    <Dialog
      footer={
        <>
          <DialogCancel disabled={action.busy} />
          <Button busy={action.busy} form={formId} type="submit" variant="primary">
            {route?.policy ? words.save : words.add}
          </Button>
        </>
      }
      keepOpen
      onOpenChange={(open) => open || action.busy || onClose()}
      open
      title={route === null ? words.addTitle : words.editTitle(visibleText(route.route))}
    >
      <Form {...props} action={action} />
    </Dialog>
  );
}

function Form(props: PolicyDialogProps & { action: Action }) {
  const { route, routes, services, agents, registrants, save, action } = props;
  const [form, setForm] = useState(() => policyForm(route));
  /** What is typed was made from it, or its author has been shown it. */
  const [base, setBase] = useState(route?.policy ?? null);
  const newer = newerPolicy(action.failure);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<PolicyFaults>({});
  const ref = useFirstFault(faults);
  const read = readPolicy(form, route === null ? routes : []);
  const now = read.ok ? {} : read.faults;
  const faultAt = (name: keyof PolicyForm) =>
    now[name] !== undefined && (left.has(name) || faults[name] !== undefined) ? now[name] : null;
  const leave = (name: keyof PolicyForm) => () => setLeft((before) => new Set(before).add(name));
  const set = (part: Partial<PolicyForm>) => setForm((before) => ({ ...before, ...part }));
  const placesOf = (name: string) =>
    route?.service === name
      ? route.hosts
      : services.filter((one) => one.name === name).map(({ host }) => host);
  /** Of a new route the name and the hosts follow the service, as long as nobody has changed them. */
  const chooseService = (service: string) => {
    const isOwnName = form.route !== '' && form.route !== `to-${form.service}`;
    const isOwnHosts = form.hosts !== placesOf(form.service).join('\n');
    set({
      service,
      ...(route !== null || isOwnName ? {} : { route: service === '' ? '' : `to-${service}` }),
      ...(route !== null || isOwnHosts ? {} : { hosts: placesOf(service).join('\n') }),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaults(now);
    if (!read.ok) return;
    const { service, spoken } = form;
    const seen = newer === undefined ? base : newer;
    setBase(seen);
    const policy = { ...read.policy, version: seen?.version ?? null };
    void action.run(() => save({ route: read.route, service: service.trim(), spoken, policy }));
  };
  const part = { form, set, faultAt, leave };
  return (
    <form className="dialog-form stack-wide" id={formId} noValidate onSubmit={submit} ref={ref}>
      {route?.state === 'other-service' ? <Banner tone="need">{words.again}</Banner> : null}
      <Field error={faultAt('service')} help={words.serviceHelp} label={words.service} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            autoFocus={route === null}
            list="gateway-services"
            onBlur={leave('service')}
            onChange={({ target }) => chooseService(target.value)}
            value={form.service}
          />
        )}
      </Field>
      <ServiceNames of={services} />
      <RouteFields {...part} isNew={route === null} />
      <CallerFields {...part} registrants={registrants} />
      <HostsField {...part} missing={missingHosts(form, placesOf(form.service))} />
      <LimitFields
        agents={agents}
        fault={faultAt('callsPerMinute')}
        form={form}
        leave={leave('callsPerMinute')}
        set={set}
      />
      <PolicyNotSaved
        failure={action.failure}
        mine={read.ok ? read.policy : null}
        onTakeTheirs={(theirs) => {
          action.clear();
          setBase(theirs);
          setForm(policyForm(route === null ? null : { ...route, policy: theirs }));
        }}
      />
    </form>
  );
}

type Fields = Omit<CallerFieldsProps, 'registrants'>;

/** The name of the route, and the protocol that is spoken with the service. */
function RouteFields({ form, set, faultAt, leave, isNew }: Fields & { isNew: boolean }) {
  return (
    <div className="halves">
      <Field error={faultAt('route')} label={words.route} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            onBlur={leave('route')}
            onChange={({ target }) => set({ route: target.value })}
            readOnly={!isNew}
            value={form.route}
          />
        )}
      </Field>
      <Field label={words.spoken}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(spoken) => set({ spoken })}
            options={spokenOptions}
            value={form.spoken}
          />
        )}
      </Field>
    </div>
  );
}

/** Where the service may be. */
function HostsField({
  form,
  set,
  faultAt,
  leave,
  missing,
}: Fields & {
  /** Where it is, and may not be. */
  missing: readonly string[];
}) {
  return (
    <Field
      error={faultAt('hosts')}
      help={words.hostsHelp}
      label={words.hosts}
      note={
        missing.length === 0 ? undefined : (
          <p className="small breakable">
            {words.hostsMissing(visibleText(commonText.inRow(missing)))}
          </p>
        )
      }
      required
    >
      {(ids) => (
        <Textarea
          {...ids}
          autoCapitalize="none"
          className="mono"
          onBlur={leave('hosts')}
          onChange={({ target }) => set({ hosts: target.value })}
          rows={3}
          spellCheck={false}
          value={form.hosts}
        />
      )}
    </Field>
  );
}

/** The names that are offered while one is typed. */
function ServiceNames({ of }: { of: PolicyDialogProps['services'] }) {
  return (
    <datalist id="gateway-services">
      {[...new Set(of.map(({ name }) => name))].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
