import type { callPolicySchema } from '@countersign/api/affordance-call';
import type { artifactSchema } from '@countersign/api/environment';
import { Check, RefreshCw, Trash2 } from 'lucide-react';
import type { z } from 'zod';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/common.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Option } from './option.tsx';
import './affordances.css';

const text = affordancesText.service;

export type Service = z.output<typeof artifactSchema>;
export type Policy = z.output<typeof callPolicySchema>;

/** What can be done with a service. */
export interface ServiceActions {
  read: (service: Service) => void;
  approveAll: (service: Service) => void;
  setPolicy: (service: Service, policy: Policy) => void;
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
    <ul aria-label={affordancesText.places.artifacts} className="affordance-services">
      {services.map((service) => (
        <Row key={service.id} service={service} {...given} />
      ))}
    </ul>
  );
}

function Row({ service, ...given }: Omit<ServiceListProps, 'services'> & { service: Service }) {
  const { mayChange, mayAdminister, said, read, approveAll, setPolicy, remove } = given;
  const { kind, url, fault, policy, signifierCount, waitingCount, registeredBy } = service;
  const name = visibleText(service.name);
  const note = said[service.id];
  return (
    <li className="soft-line-below stack-tight">
      <div className="row-wrap">
        <h2 className="truncate" dir="auto" lang="">
          {name}
        </h2>
        <Badge tone="line">{text.kinds[kind]}</Badge>
        {waitingCount === 0 ? null : <Badge tone="need">{text.waiting(waitingCount)}</Badge>}
        <span className="to-end row">
          {mayChange ? (
            <IconButton icon={RefreshCw} label={text.readOf(name)} onClick={() => read(service)} />
          ) : null}
          {mayAdminister ? (
            <IconButton icon={Trash2} label={text.removeOf(name)} onClick={() => remove(service)} />
          ) : null}
        </span>
      </div>
      <p className="small breakable">
        <code>{visibleText(url)}</code>
      </p>
      <p className="small muted">
        {commonText.inRow([text.counts(signifierCount), text.by(visibleText(registeredBy))])}
      </p>
      {fault === null ? null : (
        <Banner tone="fail">
          {text.fault} {visibleText(fault)}
        </Banner>
      )}
      {note === undefined ? null : (
        <p className="small" role="status">
          {note}
        </p>
      )}
      {mayChange && waitingCount > 0 ? (
        <p>
          <Button
            aria-label={text.approveOf(name)}
            icon={Check}
            onClick={() => approveAll(service)}
          >
            {text.approveAll}
          </Button>
        </p>
      ) : null}
      {mayAdminister ? (
        <fieldset aria-label={name} className="row-wrap unframed affordance-policy">
          <Option
            checked={policy.isActuator}
            help={text.actuatorHelp}
            label={text.actuator}
            onChange={(isActuator) => setPolicy(service, { ...policy, isActuator })}
          />
          <Option
            checked={policy.isTrusted}
            help={text.trustedHelp}
            label={text.trusted}
            onChange={(isTrusted) => setPolicy(service, { ...policy, isTrusted })}
          />
        </fieldset>
      ) : null}
    </li>
  );
}
