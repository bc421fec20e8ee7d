import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** A small panel under `trigger`; Esc and a click outside close it. */
export function Popover({
  trigger,
  label,
  children,
}: {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="pop popover" align="start" sideOffset={4} aria-label={label}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
