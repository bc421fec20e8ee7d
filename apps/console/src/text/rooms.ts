import type { affordancesText } from './en/affordances.ts';
import type { gatewayText } from './en/gateway.ts';
import type { knowledge } from './en/knowledge/room.ts';
import type * as administration from './en/records/administration.ts';
import type { auditText } from './en/records/audit.ts';
import type { insightsText } from './en/records/insights.ts';
import type { registryText } from './en/registry.ts';
import { locale } from './locale.ts';
import type { Shape } from './messages.ts';

/** Messages of screens that are rarely opened, by section. They are loaded with their screen. */
export interface Rooms {
  administration: Shape<typeof administration>;
  affordances: Shape<{ affordancesText: typeof affordancesText }>;
  insights: Shape<{ insightsText: typeof insightsText }>;
  audit: Shape<{ auditText: typeof auditText }>;
  knowledge: Shape<typeof knowledge>;
  registry: Shape<{ registryText: typeof registryText; gatewayText: typeof gatewayText }>;
}

/** The loaders of each section by language: the same languages as those of all other messages. */
export const rooms: {
  readonly [Name in keyof Rooms]: Readonly<Record<string, () => Promise<Rooms[Name]>>>;
} = {
  administration: {
    en: () => import('./en/records/administration.ts'),
    'zh-CN': () => import('./zh-cn/records/administration.ts'),
  },
  affordances: {
    en: () => import('./en/affordances.ts'),
    'zh-CN': () => import('./zh-cn/affordances.ts'),
  },
  insights: {
    en: () => import('./en/records/insights.ts'),
    'zh-CN': () => import('./zh-cn/records/insights.ts'),
  },
  audit: {
    en: () => import('./en/records/audit.ts'),
    'zh-CN': () => import('./zh-cn/records/audit.ts'),
  },
  knowledge: {
    en: async () => (await import('./en/knowledge/room.ts')).knowledge,
    'zh-CN': async () => (await import('./zh-cn/knowledge/room.ts')).knowledge,
  },
  registry: {
    en: async () => ({
      ...(await import('./en/registry.ts')),
      ...(await import('./en/gateway.ts')),
    }),
    'zh-CN': async () => ({
      ...(await import('./zh-cn/registry.ts')),
      ...(await import('./zh-cn/gateway.ts')),
    }),
  },
};

const loaded: Partial<Rooms> = {};

/** Loads a section in the chosen language, before any module that shows one of its messages. */
export async function loadRoom(name: keyof Rooms): Promise<void> {
  Object.assign(loaded, { [name]: await inLocale(name) });
}

function inLocale<Name extends keyof Rooms>(name: Name): Promise<Rooms[Name]> {
  const load = rooms[name][locale()];
  if (load === undefined) throw new Error(`There are no texts of ${name} in ${locale()}.`);
  return load();
}

/** The messages of a section. Throws before they are loaded. */
export function room<Name extends keyof Rooms>(name: Name): Rooms[Name] {
  const messages = loaded[name];
  if (messages === undefined)
    throw new Error(`A message of ${name} was read before it was loaded.`);
  return messages;
}
