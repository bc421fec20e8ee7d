import type { RegisteredService } from '@countersign/api/registry';
import { CircleCheck, CircleHelp, OctagonX } from 'lucide-react';
import { useServerNow } from '../../live/session/server-now.ts';
import { gatewayText, registryText as text } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { DeadlineRing } from '../../ui/marks/deadline-ring.tsx';

const marks = {
  healthy: { tone: 'done', icon: CircleCheck },
  unhealthy: { tone: 'fail', icon: OctagonX },
  unchecked: { tone: 'line', icon: CircleHelp },
} as const;

/** Whether a service runs, as far as the registry knows. */
export function HealthBadge({ health }: Pick<RegisteredService, 'health'>) {
  return (
    <Badge {...marks[health]} title={text.healthDetail[health]}>
      {text.health[health]}
    </Badge>
  );
}

const spoken: Readonly<Record<string, string>> = gatewayText.form.spokenOf;

/** What a service speaks. */
export const protocolOf = ({ agentProtocol }: Pick<RegisteredService, 'agentProtocol'>): string =>
  agentProtocol === '' ? text.noAgent : (spoken[agentProtocol] ?? visibleText(agentProtocol));

const dues = { renewed: null, late: 'soon', unhealthy: 'now', over: 'now' } as const;

/** How long a service stays without a renewal. A ring that is full again shows a renewal. */
export function Lease({ lease }: Pick<RegisteredService, 'lease'>) {
  if (lease === null) return <span className="muted">{text.lease.stays}</span>;
  const { phase } = lease;
  const word = phase === 'renewed' ? null : phase === 'late' ? text.lease.late : text.lease.ends;
  return (
    <span className="row-tight wrapping" title={text.lease.renewed}>
      <LeaseRing {...lease} />
      {word === null ? null : <span className="small muted">{word}</span>}
    </span>
  );
}

/** Renders each second; nothing around it does. */
function LeaseRing({ phase, endsAt, lengthMs }: NonNullable<RegisteredService['lease']>) {
  return (
    <DeadlineRing due={dues[phase]} from={endsAt - lengthMs} now={useServerNow()} until={endsAt} />
  );
}
