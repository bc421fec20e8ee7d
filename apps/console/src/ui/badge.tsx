import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type Tone } from './icon.tsx';
import './badge.css';

interface BadgeProps {
  tone?: Tone | 'line';
  icon?: LucideIcon;
  /** Instead of `icon`, for the two diamonds. */
  mark?: ReactNode;
  children: ReactNode;
  title?: string;
}

/** Icon, text and tone of a state, everywhere the same. */
export function Badge({ tone = 'idle', icon, mark, children, title }: BadgeProps) {
  return (
    <span
      className={clsx(
        'row-inline-tight fine-print nowrap rounded-small badge',
        tone === 'line' && 'badge-line',
      )}
      data-tone={tone === 'line' ? 'idle' : tone}
      title={title}
    >
      {mark ?? (icon ? <Icon of={icon} className="toned" /> : null)}
      {children}
    </span>
  );
}
