import type { ReactNode } from 'react';
import { errorText, problemOf } from '../../live/problem-text.ts';
import { faultText } from '../../text/statements/statements.ts';
import { settingsText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import './section.css';

/** One section of the settings: what it is, what may be added, and the list or form. */
export function Section({
  title,
  lead,
  action,
  children,
}: {
  title: string;
  lead?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="settings-section stack-loose">
      <header className="row-loose wrapping at-top spread settings-head">
        <div className="grow">
          <h1>{title}</h1>
          {lead === undefined ? null : <p className="muted">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

/** For those who may not look. */
export function OnlyAdmin() {
  return <EmptyState title={settingsText.adminOnly}>{settingsText.adminOnlyDetail}</EmptyState>;
}

interface Reading<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  refetch: () => unknown;
}

/** What was read, or that it is being read, or why it could not be. */
export function Read<T>({ of, children }: { of: Reading<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data);
  if (!of.isError) return <Skeleton rows={4} />;
  return (
    <ErrorPanel
      detail={errorText(of.error)}
      onRetry={() => void of.refetch()}
      title={settingsText.failed}
    />
  );
}

/** Why something failed; renders nothing if it did not. */
export function Failure({
  of,
  title = settingsText.actionFailed,
}: {
  of: unknown;
  title?: string;
}) {
  if (of === null) return null;
  const first = errorText(of);
  // An error that the first sentence already contains is not repeated.
  const faults = (problemOf(of)?.errors ?? [])
    .map((fault) => ({ path: fault.path, message: faultText(fault) }))
    .filter(({ message }) => message !== first);
  return (
    <Banner role="alert" tone="fail">
      <b className="strong">{title}</b>
      <p className="small">{first}</p>
      {faults.map(({ path, message }) => (
        <p className="small" key={`${path} ${message}`}>
          <code>{path}</code> {message}
        </p>
      ))}
    </Banner>
  );
}
