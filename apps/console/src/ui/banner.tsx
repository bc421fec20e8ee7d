import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface BannerProps {
  tone?: 'need' | 'fail' | 'hold' | 'accent';
  icon?: LucideIcon;
  children: ReactNode;
  /** Buttons on the right. */
  action?: ReactNode;
  /** Announce: `alert` interrupts, `status` waits. */
  role?: 'alert' | 'status';
}

/** A note inside a panel that stays until its cause is gone. */
export function Banner({ tone, icon, children, action, role }: BannerProps) {
  return (
    <div className={clsx('note', tone && `note-${tone}`)} role={role}>
      {icon && <Icon of={icon} />}
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
