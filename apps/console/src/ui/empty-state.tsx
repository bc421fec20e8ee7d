import type { ReactNode } from 'react';
import './empty-state.css';

/** Shown in place of empty content, with a helpful text. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="column at-top rounded empty">
      <h2>{title}</h2>
      {children && <p className="small muted breakable">{children}</p>}
      {action}
    </div>
  );
}
