import { OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonText } from '../text/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './empty-state.css';

/** An error: what failed, why, and how to continue. */
export function ErrorPanel({
  title,
  detail,
  onRetry,
  children,
}: {
  title: string;
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="column at-top rounded empty empty-fail" role="alert">
      <h2 className="row-tight">
        <Icon of={OctagonX} tone="fail" />
        {title}
      </h2>
      {detail && <p className="small muted breakable">{detail}</p>}
      {children}
      {onRetry && <Button onClick={onRetry}>{commonText.retry}</Button>}
    </div>
  );
}
