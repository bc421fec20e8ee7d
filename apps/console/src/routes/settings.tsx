import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { SettingsFrame } from '../features/settings/settings-frame.tsx';
import { settingsText as text } from '../text/settings.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const sections = [
  { to: '/settings/general', word: text.general },
  { to: '/settings/rules', word: text.rules },
  { to: '/settings/policy', word: text.policy },
  { to: '/settings/operators', word: text.operators },
  { to: '/settings/webhooks', word: text.webhooks },
] as const;

/** The settings: sections beside what one of them holds. One that is closed to somebody says so itself. */
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
