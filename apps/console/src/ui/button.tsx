import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import { Spinner } from './marks/spinner.tsx';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'neutral' | 'primary' | 'ghost' | 'danger';
  /** Shows a spinner and refuses presses; the label should describe what happens. */
  busy?: boolean;
  icon?: LucideIcon;
  small?: boolean;
}

/** A button in the house style. `type` is "button" by default. */
export function Button({
  variant = 'neutral',
  busy = false,
  icon,
  small = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(
        'button',
        variant !== 'neutral' && `button-${variant}`,
        small && 'button-small',
        className,
      )}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      {...rest}
    >
      {busy ? <Spinner /> : icon ? <Icon of={icon} /> : null}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  label: string;
  icon: LucideIcon;
}

/** A button that is only an icon: `label` is its name and its tooltip. */
export function IconButton({ label, className, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      className={clsx('button-icon', className)}
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
