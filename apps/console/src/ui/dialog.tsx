import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { commonText } from '../text/common.ts';
import { IconButton } from './button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  /** A click outside does not close it: what it shows cannot be had again. */
  keepOpen?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}

function focusField(event: Event): void {
  const content = event.target instanceof Element ? event.target : null;
  const field = content?.querySelector<HTMLElement>('[data-autofocus]');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** A modal: focus is trapped and returns to where it came from; Esc closes. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  wide,
  keepOpen = false,
  children,
  footer,
}: DialogProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={clsx('pop dialog', wide && 'dialog-w')}
          {...returnFocus}
          onOpenAutoFocus={focusField}
          {...(keepOpen ? { onInteractOutside: (event) => event.preventDefault() } : {})}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={commonText.close} icon={X} />
            </Radix.Close>
          </header>
          {description && <Radix.Description className="m">{description}</Radix.Description>}
          <div className="dialog-b">{children}</div>
          {footer && <footer>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
