import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './tooltip.css';

/** Text on hover and on keyboard focus. For a disabled button wrap it in a focusable span. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            className="small rounded-small tooltip"
            sideOffset={4}
            collisionPadding={8}
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
