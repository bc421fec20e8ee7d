import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { commonText } from '../text/texts.ts';
import { IconButton } from './button.tsx';
import { useReturnFocus } from './hooks/use-return-focus.ts';
import './dialog.css';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  /** A click outside does not close it: its content cannot be shown again. */
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

/** Ctrl+Enter does what the dialog is for: its form is sent, or its one main button pressed. Never what is dangerous. */
function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  // Keys typed into a dialog that was opened from this one are not for this one.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  const main = event.currentTarget.querySelector<HTMLButtonElement>('.button-primary:enabled');
  if (main === null) return;
  event.preventDefault();
  main.click();
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
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={clsx('floating column dialog', wide && 'dialog-wide')}
          {...returnFocus}
          onKeyDown={sendByKey}
          onOpenAutoFocus={focusField}
          {...(keepOpen ? { onInteractOutside: (event) => event.preventDefault() } : {})}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="row at-top space-below">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={commonText.close} icon={X} />
            </Radix.Close>
          </header>
          {description && <Radix.Description className="muted">{description}</Radix.Description>}
          <div className="scrolls dialog-body">{children}</div>
          {footer && <footer className="row at-end">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
