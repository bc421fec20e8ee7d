import {
  BookOpen,
  Bot,
  ChartLine,
  History,
  Inbox,
  KeyRound,
  LayoutGrid,
  Library,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Network,
  Plug,
  Route,
  ScrollText,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';
import type { OptionalPart } from '../../live/server-parts.ts';
import { readyViewText, sinceText, paletteText as text } from '../../text/texts.ts';

/** A page by its name. */
export interface PalettePlace {
  title: string;
  /** Synonyms. */
  also: readonly string[];
  to:
    | '/inbox'
    | '/tasks'
    | '/wall'
    | '/since'
    | '/agents'
    | '/knowledge/$'
    | '/insights'
    | '/audit'
    | '/agents/registry/services'
    | '/agents/registry/$view'
    | '/settings/general'
    | '/settings/rules'
    | '/settings/policy'
    | '/settings/operators'
    | '/settings/sign-in'
    | '/settings/webhooks'
    | '/settings/programs'
    | '/open'
    | '/connect'
    | '/guide';
  params?: { view: string };
  search?: Readonly<Record<string, string>>;
  icon: LucideIcon;
  keys?: string;
  /** Only if the server has it. */
  part?: OptionalPart;
}

const view = (title: string, search: Readonly<Record<string, string>>): PalettePlace => ({
  title: text.view(title),
  also: text.also.views,
  to: '/inbox',
  search,
  icon: Inbox,
});

/** Every page, the most visited first. */
export const places: readonly PalettePlace[] = [
  { title: text.inbox, also: text.also.inbox, to: '/inbox', icon: Inbox, keys: 'g i' },
  { title: text.tasks, also: text.also.tasks, to: '/tasks', icon: ListTodo, keys: 'g t' },
  { title: text.wall, also: text.also.wall, to: '/wall', icon: LayoutGrid, keys: 'g w' },
  { title: sinceText.title, also: text.also.since, to: '/since', icon: History, keys: 'g l' },
  { title: text.agents, also: text.also.agents, to: '/agents', icon: Bot, keys: 'g a' },
  {
    title: text.knowledge,
    also: text.also.knowledge,
    to: '/knowledge/$',
    icon: Library,
    keys: 'g k',
    part: 'knowledge',
  },
  {
    title: text.insights,
    also: text.also.insights,
    to: '/insights',
    icon: ChartLine,
    keys: 'g x',
    part: 'insights',
  },
  {
    title: text.audit,
    also: text.also.audit,
    to: '/audit',
    icon: ScrollText,
    keys: 'g d',
    part: 'evidence',
  },
  {
    title: text.settings,
    also: text.also.settings,
    to: '/settings/general',
    icon: Settings,
    keys: 'g s',
  },
  {
    title: text.rules,
    also: text.also.rules,
    to: '/settings/rules',
    icon: ListChecks,
    keys: 'g r',
  },
  {
    title: text.policy,
    also: text.also.policy,
    to: '/settings/policy',
    icon: Route,
    keys: 'g p',
  },
  {
    title: text.operators,
    also: text.also.operators,
    to: '/settings/operators',
    icon: Users,
    keys: 'g o',
  },
  {
    title: text.signIn,
    also: text.also.signIn,
    to: '/settings/sign-in',
    icon: KeyRound,
    keys: 'g q',
  },
  {
    title: text.webhooks,
    also: text.also.webhooks,
    to: '/settings/webhooks',
    icon: Webhook,
    keys: 'g h',
  },
  {
    title: text.registry,
    also: text.also.registry,
    to: '/agents/registry/services',
    icon: Network,
    keys: 'g n',
    part: 'registry',
  },
  {
    title: text.gateway,
    also: text.also.gateway,
    to: '/agents/registry/$view',
    params: { view: 'gateway' },
    icon: Network,
    keys: 'g y',
    part: 'gateway',
  },
  {
    title: text.environment,
    also: text.also.environment,
    to: '/agents/registry/$view',
    params: { view: 'signifiers' },
    icon: Network,
    keys: 'g e',
    part: 'tools',
  },
  {
    title: text.programs,
    also: text.also.programs,
    to: '/settings/programs',
    icon: Settings,
    keys: 'g m',
  },
  {
    title: text.connect,
    also: text.also.connect,
    to: '/connect',
    icon: Plug,
    keys: 'g c',
  },
  { title: text.guide, also: text.also.guide, to: '/guide', icon: BookOpen, keys: 'g u' },
  {
    title: text.openFile,
    also: text.also.openFile,
    to: '/open',
    icon: ListTodo,
    keys: 'g f',
  },
  view(readyViewText.critical, { severity: 'critical' }),
  view(readyViewText.due, { due: 'hour' }),
  view(readyViewText.snoozed, { snoozed: 'only' }),
];
