import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';

export type Tone = 'need' | 'offer' | 'run' | 'hold' | 'done' | 'fail' | 'idle' | 'accent';

interface IconProps {
  of: LucideIcon;
  small?: boolean;
  tone?: Tone | undefined;
  className?: string;
}

/** A Lucide icon in the house size and stroke. Decorative: there is a label next to it. */
export function Icon({ of: Glyph, small, tone, className }: IconProps) {
  return (
    <Glyph
      className={clsx('icon', small && 'icon-small', className)}
      data-tone={tone}
      aria-hidden
    />
  );
}

const diamond = 'M12 2.8 21.2 12 12 21.2 2.8 12Z';

/** The shape of a decision: filled = someone is blocked, hollow = a follow-up. Nothing else is a diamond. */
export function Diamond({ filled, small }: { filled: boolean; small?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={clsx('icon', small && 'icon-small', filled && 'icon-filled')}
      data-tone={filled ? 'need' : 'offer'}
    >
      <path d={diamond} />
    </svg>
  );
}
