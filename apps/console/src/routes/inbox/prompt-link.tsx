import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to a prompt in the inbox. */
export function promptLink(promptId: string, children: ReactNode, className?: string): ReactNode {
  return (
    <Link className={className} params={{ promptId }} to="/inbox/$promptId">
      {children}
    </Link>
  );
}
