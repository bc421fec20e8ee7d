import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  type EventLog,
  type EventLogState,
  ratesOf,
  type StreamHealth,
} from '../../live/events/event-log.ts';
import { commonText, eventsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { filled } from '../../ui/filled.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';

interface HealthStripProps {
  log: EventLog;
  state: EventLogState;
  nameOf: (agentId: string) => string;
  now: () => number;
}

/** How each agent's stream does: how fast, when last, what was wrong with it. */
export function HealthStrip({ log, state, nameOf, now }: HealthStripProps) {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  if (state.health.size === 0) return null;
  const rates = ratesOf(log, at);
  return (
    <ul
      aria-label={text.health}
      className="side-by-side scrolls line-below events-health rigid"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
      tabIndex={0}
    >
      {[...state.health.values()].map((health) => (
        <Agent
          at={at}
          health={health}
          key={health.agentId}
          name={nameOf(health.agentId)}
          rate={rates.get(health.agentId) ?? 0}
        />
      ))}
    </ul>
  );
}

interface AgentProps {
  health: StreamHealth;
  name: string;
  rate: number;
  at: number;
}

function Agent({ health, name, rate, at }: AgentProps) {
  const faults = [
    health.rejected > 0 ? text.rejected(health.rejected) : '',
    health.outOfOrder > 0 ? text.outOfOrder(health.outOfOrder) : '',
    health.otherAnomalies > 0 ? text.others(health.otherAnomalies) : '',
  ].filter(Boolean);
  return (
    <li className="stack small nowrap">
      <span className="row-tight">
        <AgentAvatar name={name} />
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(name)}
        </b>
        <span className="tabular" title={text.rateTitle}>
          {text.rate(rate)}
        </span>
      </span>
      <span className="muted tabular small">
        {text.events(health.events)}
        {health.lastAt === 0 ? null : (
          <>
            {commonText.comma}
            {filled(text.last, <Time as="ago" at={health.lastAt} now={at} />)}
          </>
        )}
        {health.events === 0 ? null : health.lagMs !== null ? (
          <span title={text.lagTitle}>
            {commonText.comma}
            {text.lagShort(health.lagMs)}
          </span>
        ) : (
          <span title={text.noClockTitle}>
            {commonText.comma}
            {text.noClock}
          </span>
        )}
      </span>
      {faults.length === 0 ? (
        <span className="muted small">{text.sound}</span>
      ) : (
        <span className="toned small" data-tone="fail">
          <Icon of={TriangleAlert} small tone="fail" /> {commonText.inRow(faults)}
        </span>
      )}
    </li>
  );
}
