import { useNavigate } from '@tanstack/react-router';
import { type OptionalPart, useHasPart } from '../live/server-parts.ts';
import { keysText as text } from '../text/texts.ts';
import { useTheme } from '../theme/theme-mode.ts';
import { useKeys } from '../ui/keys/keys.tsx';

const registry = '/agents/registry/$view';

/** The pages by their letters. */
export const places = [
  ['i', text.goInbox, { to: '/inbox' }],
  ['t', text.goTasks, { to: '/tasks' }],
  ['w', text.goWall, { to: '/wall' }],
  ['l', text.goSince, { to: '/since' }],
  ['a', text.goAgents, { to: '/agents' }],
  ['n', text.goRegistry, { to: '/agents/registry/services' }],
  ['y', text.goGateway, { to: registry, params: { view: 'gateway' } }],
  ['e', text.goEnvironment, { to: registry, params: { view: 'signifiers' } }],
  ['k', text.goKnowledge, { to: '/knowledge/$' }],
  ['x', text.goInsights, { to: '/insights' }],
  ['d', text.goAudit, { to: '/audit' }],
  ['s', text.goSettings, { to: '/settings/general' }],
  ['r', text.goRules, { to: '/settings/rules' }],
  ['p', text.goPolicy, { to: '/settings/policy' }],
  ['o', text.goOperators, { to: '/settings/operators' }],
  ['q', text.goSignIn, { to: '/settings/sign-in' }],
  ['h', text.goWebhooks, { to: '/settings/webhooks' }],
  ['m', text.goPrograms, { to: '/settings/programs' }],
  ['c', text.goConnect, { to: '/connect' }],
  ['u', text.goGuide, { to: '/guide' }],
  ['f', text.goFile, { to: '/open' }],
] as const;

/** The letters of pages that a server may be without. */
const partOf: Readonly<Record<string, OptionalPart>> = {
  n: 'registry',
  y: 'gateway',
  e: 'tools',
  k: 'knowledge',
  x: 'insights',
  d: 'evidence',
};

/** The keys that act on every screen. */
export function GlobalKeys({ onPalette, onSheet }: { onPalette: () => void; onSheet: () => void }) {
  const navigate = useNavigate();
  const hasPart = useHasPart();
  const { toggle } = useTheme();
  useKeys({
    id: 'global',
    name: text.everywhere,
    bindings: [
      { keys: '$mod+k', label: text.palette, run: onPalette },
      ...places
        .filter(([letter]) => hasPart(partOf[letter]))
        .map(([letter, label, page]) => ({
          keys: `g ${letter}`,
          label,
          run: () => void navigate(page),
        })),
      { keys: '$mod+Shift+l', label: text.theme, run: toggle },
      { keys: '?', label: text.sheet, run: onSheet },
      { keys: 'Shift+?', label: text.sheet, run: onSheet, hidden: true },
    ],
  });
  return null;
}
