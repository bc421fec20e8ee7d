import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { SettingsFrame } from '../features/settings/settings-frame.tsx';
import { settingsText as text } from '../text/texts.ts';
import { ErrorBoundary } from '../ui/parts/error-boundary.tsx';

const sections = [
  { to: '/settings/general', word: text.general },
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
