import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  ChevronRight,
  LogOut,
  Moon,
  OctagonPause,
  RefreshCw,
  Search,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { ConnectionState } from '../features/connection/connection-state.tsx';
import { ConnectionStrip } from '../features/connection/connection-strip.tsx';
import { damagedSection, StoreDamaged } from '../features/connection/store-damaged.tsx';
import { NotificationButton } from '../features/notify/notification-button.tsx';
import { useMe } from '../live/queries.ts';
import { useClient } from '../live/session/client-context.tsx';
import { useNewerVersion } from '../live/session/newer-version.ts';
import { forgetShell } from '../live/session/shell-keeper.ts';
import { clearStoredMe } from '../live/session/stored-me.ts';
import { useRoute } from '../live/use-route.ts';
import { rulesBarText, frameText as text } from '../text/texts.ts';
import { useTheme } from '../theme/theme-mode.ts';
import { PersonAvatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { useCrumbTrail } from '../ui/crumbs.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Menu, MenuHead, MenuItem, MenuLine } from '../ui/overlays/menu.tsx';
import { LastMinutes } from './last-minutes.tsx';

/** Shown on every screen while the kill switch is on. */
function RulesStopped({ link }: { link: (words: ReactNode) => ReactNode }) {
  const stopped = useRoute('GET /api/rules', {}).data?.stopped ?? null;
  if (stopped === null) return null;
  return link(
    <Badge icon={OctagonPause} tone="hold">
      <span className="unseen-on-phone">{rulesBarText.stopped}</span>
    </Badge>,
  );
}

function Breadcrumb() {
  const trail = useCrumbTrail();
  return (
    <nav className="row-tight grow muted nowrap clipped crumbs" aria-label={text.breadcrumb}>
      {trail.map((crumb, index) => (
        <Fragment key={`${String(index)}${crumb.label}`}>
          {index > 0 && <Icon of={ChevronRight} small />}
          {crumb.to === undefined ? (
            <span
              className="truncate"
              dir="auto"
              {...(index === trail.length - 1 ? { 'aria-current': 'page' } : {})}
            >
              {crumb.label}
            </span>
          ) : (
            <Link to={crumb.to} className="truncate" dir="auto">
              {crumb.label}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

function OperatorMenu() {
  const me = useMe().data;
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isNewer = useNewerVersion(({ found }) => found);
  if (me === undefined) return null;
  const signOut = async () => {
    // First, because the end of the session navigates away from here.
    clearStoredMe();
    await forgetShell();
    await client.api.deleteSession().catch(() => undefined);
    client.close();
    cache.clear();
    await navigate({ to: '/sign-in' });
  };
  return (
    <Menu
      trigger={
        <button type="button" className="operator-button" aria-label={text.operatorMenu(me.name)}>
          <PersonAvatar name={me.name} me large />
        </button>
      }
    >
      <MenuHead>
        <div className="strong">{me.name}</div>
        <div className="muted small">{text.roles[me.role]}</div>
      </MenuHead>
      <MenuLine />
      {isNewer && (
        <MenuItem onSelect={() => location.reload()}>
          <Icon of={RefreshCw} />
          {text.reloadNewer}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate({ to: '/guide' })}>
        <Icon of={BookOpen} />
        {text.guide}
      </MenuItem>
      <MenuItem onSelect={() => void signOut()}>
        <Icon of={LogOut} />
        {text.signOut}
      </MenuItem>
      <MenuLine />
      <MenuHead>
        <div className="muted small">{text.version(String(import.meta.env.VITE_VERSION))}</div>
      </MenuHead>
    </Menu>
  );
}

interface TopBarProps {
  onPalette: () => void;
  onOpenPrompt: (promptId: string | null) => void;
}

export function TopBar({ onPalette, onOpenPrompt }: TopBarProps) {
  const { mode, toggle } = useTheme();
  return (
    <header className="line-below row top-bar">
      <div className="side-by-side anchor where grow">
        <Breadcrumb />
        <ConnectionStrip />
      </div>
      <LastMinutes />
      <button
        type="button"
        className="row muted on-canvas rounded search"
        onClick={onPalette}
        aria-keyshortcuts="Control+K"
      >
        <Icon of={Search} />
        <span className="unseen-if-narrow">{text.search}</span>
        <span className="row-tight desk-only to-end keyhint">
          <Kbd keys="$mod+k" />
        </span>
      </button>
      <RulesStopped
        link={(words) => (
          <Link className="rounded-small rigid" to="/settings/rules">
            {words}
          </Link>
        )}
      />
      <StoreDamaged
        guideLink={(words, onClick) => (
          <Link className="link" hash={damagedSection} onClick={onClick} to="/guide">
            {words}
          </Link>
        )}
      />
      <span className="desk-only rigid separator" />
      <ConnectionState />
      <span className="desk-only rigid separator" />
      <NotificationButton
        onOpen={onOpenPrompt}
        settingsLink={(onClick) => (
          <Link onClick={onClick} to="/settings/general">
            {text.settings}
          </Link>
        )}
      />
      <IconButton
        label={text.switchTheme(mode === 'dark' ? 'light' : 'dark')}
        icon={mode === 'dark' ? Sun : Moon}
        onClick={toggle}
      />
      <OperatorMenu />
    </header>
  );
}
