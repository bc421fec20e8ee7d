import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { settingsText as text } from '../text/texts.ts';
import { useCurrentInView } from '../ui/hooks/use-current-in-view.ts';
import { ErrorBoundary } from '../ui/parts/error-boundary.tsx';
import '../features/settings/settings-frame.css';

const sections = [
  { to: '/settings/general', word: text.general },
  { to: '/settings/sign-in', word: text.signIn },
  { to: '/settings/rules', word: text.rules },
  { to: '/settings/policy', word: text.policy },
  { to: '/settings/operators', word: text.operators },
  { to: '/settings/webhooks', word: text.webhooks },
  { to: '/settings/programs', word: text.programs },
] as const;

/** The settings: the list of sections next to the content of one. A section without permission shows a note. */
export function SettingsPage() {
  const { pathname } = useLocation();
  return (
    <SettingsFrame
      path={pathname}
      sections={sections.map(({ to, word }) => (
        <Link key={to} to={to}>
          {word}
        </Link>
      ))}
    >
      <ErrorBoundary resetKey={pathname}>
        <Outlet />
      </ErrorBoundary>
    </SettingsFrame>
  );
}

/** The sections on the left (above, on a phone), one of them on the right. */
function SettingsFrame({
  path,
  sections,
  children,
}: {
  /** Of the section that is shown. */
  path: string;
  sections: ReactNode;
  children: ReactNode;
}) {
  // On a phone the sections scroll sideways.
  const ref = useCurrentInView(path);
  return (
    <div className="full-height settings">
      <nav aria-label={text.sections} className="on-panel settings-nav nav-links column" ref={ref}>
        {sections}
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={text.title} className="scrolls padded" tabIndex={0}>
        {children}
      </section>
    </div>
  );
}
