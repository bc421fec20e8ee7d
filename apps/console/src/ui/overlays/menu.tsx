import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import './menu.css';

/** A drop-down of actions under `trigger` (one focusable element). */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    // A modal one hides the page from readers while focus can still be in it.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="floating menu" align={align} sideOffset={4}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  onSelect,
  children,
  disabled,
}: {
  onSelect: () => void;
  children: ReactNode;
  disabled?: boolean;
}) {
  return (
    <DropdownMenu.Item
      className="row rounded-small"
      onSelect={onSelect}
      {...(disabled ? { disabled } : {})}
    >
      {children}
    </DropdownMenu.Item>
  );
}

/** Text at the head of a menu that cannot be chosen. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu-head">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return (
    <DropdownMenu.Separator asChild>
      <hr />
    </DropdownMenu.Separator>
  );
}
