import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './popover.css';

/** A small panel under `trigger`; Esc and a click outside close it. */
export function Popover({
  trigger,
  label,
  children,
  align = 'start',
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  align?: 'start' | 'end';
  /** For those who open and close it themselves. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="floating scrolls-down popover"
          align={align}
          collisionPadding={8}
          sideOffset={4}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
