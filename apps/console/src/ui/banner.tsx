import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './banner.css';

interface BannerProps {
  tone?: 'need' | 'fail' | 'hold' | 'accent';
  icon?: LucideIcon;
  children: ReactNode;
  /** Buttons on the right. */
  action?: ReactNode;
  /** Announce: `alert` interrupts, `status` waits. */
  role?: 'alert' | 'status';
}

/** A note inside a panel that stays until its cause is resolved. */
export function Banner({ tone, icon, children, action, role }: BannerProps) {
  return (
    <div className="at-top on-panel banner" data-tone={tone} role={role}>
      {icon && <Icon of={icon} tone={tone} />}
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
