import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';

/** A line that opens the content below it. The whole line is the button. */
export function Disclosure({
  open,
  onToggle,
  className,
  label,
  lead = false,
  children,
}: {
  open: boolean;
  onToggle: () => void;
  className: string;
  /** Name for readers who do not see the chevron; else the text of the line. */
  label?: string | undefined;
  /** Chevron before the text instead of at the end. */
  lead?: boolean;
  children: ReactNode;
}) {
  const chevron = <Icon of={open ? ChevronDown : ChevronRight} small />;
  return (
    <button
      aria-expanded={open}
      aria-label={label}
      className={`${className} full-width rounded-small disclosure hovers`}
      onClick={onToggle}
      type="button"
    >
      {lead ? chevron : null}
      {children}
      {lead ? null : chevron}
    </button>
  );
}
