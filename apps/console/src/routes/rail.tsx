import { Link, useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
  ChartLine,
  Ellipsis,
  Inbox,
  Keyboard,
  LayoutGrid,
  Library,
  ListTodo,
  type LucideIcon,
  PanelLeft,
  ScrollText,
  Settings,
} from 'lucide-react';
import { type OptionalPart, useHasPart } from '../live/server-parts.ts';
import { frameText as text } from '../text/texts.ts';
import { Diamond, Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Menu, MenuItem } from '../ui/overlays/menu.tsx';

interface Counts {
  blocking: number;
  followup: number;
}
interface Place {
  to:
    | '/inbox'
    | '/tasks'
    | '/wall'
    | '/agents'
    | '/knowledge/$'
    | '/insights'
    | '/audit'
    | '/settings';
  word: string;
  icon: LucideIcon;
  part?: OptionalPart;
}
const allPlaces: readonly Place[] = [
  { to: '/inbox', word: text.inbox, icon: Inbox },
  { to: '/tasks', word: text.tasks, icon: ListTodo },
  { to: '/wall', word: text.wall, icon: LayoutGrid },
  { to: '/agents', word: text.agents, icon: Bot },
  { to: '/knowledge/$', word: text.knowledge, icon: Library, part: 'knowledge' },
  { to: '/insights', word: text.insights, icon: ChartLine, part: 'insights' },
  { to: '/audit', word: text.audit, icon: ScrollText, part: 'evidence' },
  { to: '/settings', word: text.settings, icon: Settings },
];

/** What this server has of them. */
function usePlaces(): readonly Place[] {
  const hasPart = useHasPart();
  return allPlaces.filter(({ part }) => hasPart(part));
}

function Logo() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="var(--ink)" />
      <g fill="none" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
        <path d="M4.5 9.2 7.2 12 12 5.6" stroke="var(--canvas)" />
        <path d="M8.6 12.6 10 14l5.5-7.2" stroke="var(--indigo-8)" />
      </g>
    </svg>
  );
}

function InboxCounts({ blocking, followup }: Counts) {
  return (
    <span className="rail-count">
      {blocking > 0 && (
        <span title={text.blocking(blocking)}>
          <Diamond filled small />
          <span className="visually-hidden">{text.blocking(blocking)}</span>
          <span aria-hidden>{blocking}</span>
        </span>
      )}
      {followup > 0 && (
        <span title={text.followups(followup)}>
          <Diamond filled={false} small />
          <span className="visually-hidden">{text.followups(followup)}</span>
          <span aria-hidden>{followup}</span>
        </span>
      )}
    </span>
  );
}

interface RailProps {
  counts: Counts;
  narrow: boolean;
  /** Null where it cannot be wide. */
  onCollapse: (() => void) | null;
  onSheet: () => void;
}

export function Rail({ counts, narrow, onCollapse, onSheet }: RailProps) {
  const places = usePlaces();
  const wordClass = narrow ? 'visually-hidden' : undefined;
  return (
    <nav className="column on-panel desk-only rail" aria-label={text.main}>
      <div className="row brand">
        <Logo />
        {!narrow && 'Countersign'}
      </div>
      <div className="column nav-links rail-nav">
        {places.map((place) => (
          <Link key={place.to} to={place.to} title={narrow ? place.word : undefined}>
            <Icon of={place.icon} />
            <span className={wordClass}>{place.word}</span>
            {place.to === '/inbox' && <InboxCounts {...counts} />}
          </Link>
        ))}
      </div>
      <div className="rail-foot column nav-links rail-nav">
        <Link title={narrow ? text.guide : undefined} to="/guide">
          <Icon of={BookOpen} />
          <span className={wordClass}>{text.guide}</span>
        </Link>
        <button type="button" onClick={onSheet} title={narrow ? text.keys : undefined}>
          <Icon of={Keyboard} />
          <span className={wordClass}>{text.keys}</span>
          <span className="rail-count">
            <Kbd keys="?" />
          </span>
        </button>
        {onCollapse !== null && (
          <button
            type="button"
            onClick={onCollapse}
            aria-expanded={!narrow}
            title={narrow ? text.expand : undefined}
          >
            <Icon of={PanelLeft} />
            <span className={wordClass}>{narrow ? text.expand : text.collapse}</span>
          </button>
        )}
      </div>
    </nav>
  );
}

/** As many as a phone is wide for, in every language. */
const atFoot = 4;

/** The same places at the foot of a phone; the rarer ones in a menu. */
export function TabBar({ counts }: { counts: Counts }) {
  const navigate = useNavigate();
  const places = usePlaces();
  return (
    <nav className="tabbar" aria-label={text.main}>
      {places.slice(0, atFoot).map((place) => (
        <Link key={place.to} to={place.to}>
          <Icon of={place.icon} />
          {place.word}
          {place.to === '/inbox' && counts.blocking > 0 && (
            <span className="tabbar-count">
              <Diamond filled small />
              {counts.blocking}
              <span className="visually-hidden"> {text.blocking(counts.blocking)}</span>
            </span>
          )}
        </Link>
      ))}
      <Menu
        trigger={
          <button type="button">
            <Icon of={Ellipsis} />
            {text.pages}
          </button>
        }
      >
        {places.slice(atFoot).map((place) => (
          <MenuItem key={place.to} onSelect={() => void navigate({ to: place.to })}>
            <Icon of={place.icon} />
            {place.word}
          </MenuItem>
        ))}
      </Menu>
    </nav>
  );
}
