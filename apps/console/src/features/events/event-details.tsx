import type { Envelope } from '@countersign/hai/envelope';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { EventPages } from '../../live/events/event-pages.ts';
import { errorText } from '../../live/problem-text.ts';
import { figure } from '../../text/count.ts';
import { eventsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { formatExact } from '../../ui/format-time.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copiedJson } from '../../ui/texts/copied-json.ts';

interface EventDetailsProps {
  sequence: number;
  at: number | null;
  pages: EventPages;
  nameOf: (agentId: string) => string;
  onGo: (sequence: number) => void;
  onClose: () => void;
}

/** One complete envelope: as JSON, to copy, with a link to its position. */
export function EventDetails({ sequence, at, pages, nameOf, onGo, onClose }: EventDetailsProps) {
  const [envelope, setEnvelope] = useState<Envelope | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const controller = new AbortController();
    setError(null);
    pages.range(sequence, sequence, controller.signal).then(
      ([found]) => controller.signal.aborted || setEnvelope(found ?? null),
      (failure: unknown) => controller.signal.aborted || setError(failure),
    );
    return () => controller.abort();
  }, [pages, sequence, attempt]);
  return (
    <aside aria-label={text.details} className="scrolls on-panel side-pane events-side stack">
      <header className="row">
        <h2 className="mono grow">{figure(sequence)}</h2>
        {at === sequence ? (
          <span className="muted small">{text.here}</span>
        ) : (
          <button className="link small" onClick={() => onGo(sequence)} type="button">
            {text.goTo(sequence)}
          </button>
        )}
        <IconButton icon={X} label={text.close} onClick={onClose} />
      </header>
      {error !== null ? (
        <ErrorPanel
          detail={errorText(error)}
          onRetry={() => setAttempt(attempt + 1)}
          title={text.failed}
        />
      ) : envelope === null ? (
        <Skeleton rows={5} />
      ) : (
        <>
          <Facts envelope={envelope} nameOf={nameOf} />
          <div className="row">
            <span className="grow" />
            <CopyButton text={() => copiedJson(envelope)}>{text.copy}</CopyButton>
          </div>
          <JsonView copy={false} label={text.json(sequence)} value={envelope.event} />
        </>
      )}
    </aside>
  );
}

function Facts({ envelope, nameOf }: { envelope: Envelope; nameOf: (id: string) => string }) {
  const { event, receivedAt, runId, agentId } = envelope;
  const name = agentId === 'countersign' ? text.server : nameOf(agentId);
  return (
    <dl className="events-facts stack small">
      <dt>{text.agent}</dt>
      <dd dir="auto" lang="">
        {visibleText(name)}
      </dd>
      <dt>{text.received}</dt>
      <dd className="tabular">
        {formatExact(receivedAt)}{' '}
        <span className="muted">
          {event.timestamp === undefined ? text.noTime : text.lag(receivedAt - event.timestamp)}
        </span>
      </dd>
      {runId === null ? null : (
        <>
          <dt>{text.run}</dt>
          <dd className="mono" dir="auto" lang="">
            {visibleText(runId)}
          </dd>
        </>
      )}
    </dl>
  );
}
