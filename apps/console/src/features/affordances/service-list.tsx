import type { putCallPolicySchema } from '@countersign/api/affordance-call';
import type { artifactSchema } from '@countersign/api/environment';
import { ListChecks, RefreshCw, Trash2 } from 'lucide-react';
import type { z } from 'zod';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Failed } from './failed.tsx';
import { Option } from './option.tsx';
import './affordances.css';

const text = affordancesText.service;

export type Service = z.output<typeof artifactSchema>;
export type PolicyChange = z.input<typeof putCallPolicySchema>;

/** What can be done with a service. */
export interface ServiceActions {
  read: (service: Service) => Promise<unknown>;
  /** Opens what waits for an approval. */
  review: (service: Service) => void;
  setPolicy: (service: Service, change: PolicyChange) => Promise<unknown>;
  remove: (service: Service) => void;
}

interface ServiceListProps extends ServiceActions {
  services: readonly Service[];
  mayChange: boolean;
  mayAdminister: boolean;
  /** What the last reading of a service has found, by id. */
  said: Readonly<Record<string, string>>;
}

/** The registered services: how they were read, what waits for an approval, and how their calls are approved. */
export function ServiceList({ services, ...given }: ServiceListProps) {
  return (
    <ul aria-label={affordancesText.places.artifacts}>
      {services.map((service) => (
        <Row key={service.id} service={service} {...given} />
      ))}
    </ul>
  );
}

function Row({ service, ...given }: Omit<ServiceListProps, 'services'> & { service: Service }) {
  const { mayChange, mayAdminister, said, read, review, setPolicy, remove } = given;
  const { kind, url, fault, policy, signifierCount, skippedCount, waitingCount } = service;
  // Each row has its own: a slow service does not hold up what is set for another.
  const action = useAction();
  const name = visibleText(service.name);
  const note = said[service.id];
  return (
    <li className="page-line soft-line-below stack-tight">
      <div className="row-wrap">
        <h2 className="truncate" dir="auto" lang="">
          {name}
        </h2>
        <Badge tone="line">{text.kinds[kind]}</Badge>
        {waitingCount === 0 ? null : <Badge tone="need">{text.waiting(waitingCount)}</Badge>}
        <span className="to-end row">
          {mayChange ? (
            <IconButton
              busy={action.busy}
              icon={RefreshCw}
              label={text.readOf(name)}
              onClick={() => void action.run(() => read(service))}
            />
          ) : null}
          {mayAdminister ? (
            <IconButton
              disabled={action.busy}
              icon={Trash2}
              label={text.removeOf(name)}
              onClick={() => remove(service)}
            />
          ) : null}
        </span>
      </div>
      <p className="small breakable">
        <code>{visibleText(url)}</code>
      </p>
      <p className="small muted">
        {commonText.inRow([
          text.counts(signifierCount),
          ...(skippedCount === 0 ? [] : [text.skipped(skippedCount)]),
          text.by(visibleText(service.registeredBy)),
        ])}
      </p>
      {fault === null ? null : (
        <Banner tone="fail">
          {text.fault}
          {commonText.gap}
          {visibleText(fault)}
        </Banner>
      )}
      <Failed of={action.failure} title={text.failed} />
      {note === undefined ? null : (
        <p className="small" role="status">
          {note}
        </p>
      )}
      {mayChange && waitingCount > 0 ? (
        <p>
          <Button
            aria-label={commonText.pair(text.review, name)}
            disabled={action.busy}
            icon={ListChecks}
            onClick={() => review(service)}
          >
            {text.review}
          </Button>
        </p>
      ) : null}
      {mayAdminister ? (
        <fieldset aria-label={name} className="row-wrap unframed affordance-policy">
          <Option
            checked={policy.isActuator}
            disabled={action.busy}
            help={text.actuatorHelp}
            label={text.actuator}
            onChange={(isActuator) => void action.run(() => setPolicy(service, { isActuator }))}
          />
          <Option
            checked={policy.isTrusted}
            disabled={action.busy}
            help={text.trustedHelp}
            label={text.trusted}
            onChange={(isTrusted) => void action.run(() => setPolicy(service, { isTrusted }))}
          />
        </fieldset>
      ) : null}
    </li>
  );
}
