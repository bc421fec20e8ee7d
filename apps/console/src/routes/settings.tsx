import { Link, Outlet } from '@tanstack/react-router';
import { SettingsFrame } from '../features/settings/settings-frame.tsx';
import { useMe } from '../live/queries.ts';
import { settingsText as text } from '../text/settings.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const sections = [
  { to: '/settings/general', word: text.general, admin: false },
  { to: '/settings/rules', word: text.rules, admin: false },
  { to: '/settings/policy', word: text.policy, admin: false },
  { to: '/settings/operators', word: text.operators, admin: true },
  { to: '/settings/webhooks', word: text.webhooks, admin: true },
] as const;

/** The settings: sections beside what one of them holds. */
export function SettingsPage() {
  const isAdmin = useMe().data?.role === 'admin';
  return (
    <SettingsFrame
      sections={sections
        .filter(({ admin }) => isAdmin || !admin)
        .map(({ to, word }) => (
          <Link key={to} to={to}>
            {word}
          </Link>
        ))}
    >
      <ErrorBoundary>
        <Outlet />
      </ErrorBoundary>
    </SettingsFrame>
  );
}
