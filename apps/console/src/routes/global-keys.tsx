import { useNavigate } from '@tanstack/react-router';
import { keysText as text } from '../text/keys.ts';
import { useTheme } from '../theme/theme-mode.ts';
import { useKeys } from '../ui/keys/keys.tsx';

const places = [
  ['i', text.goInbox, '/inbox'],
  ['t', text.goTasks, '/tasks'],
  ['w', text.goWall, '/wall'],
  ['a', text.goAgents, '/agents'],
  ['k', text.goKnowledge, '/knowledge/$'],
  ['s', text.goSettings, '/settings'],
  ['r', text.goRules, '/settings/rules'],
  ['p', text.goPolicy, '/settings/policy'],
  ['o', text.goOperators, '/settings/operators'],
  ['h', text.goWebhooks, '/settings/webhooks'],
] as const;

/** The keys that act on every screen. */
export function GlobalKeys({ onPalette, onSheet }: { onPalette: () => void; onSheet: () => void }) {
  const navigate = useNavigate();
  const { toggle } = useTheme();
  useKeys({
    id: 'global',
    name: text.everywhere,
    bindings: [
      { keys: '$mod+k', label: text.palette, run: onPalette },
      ...places.map(([letter, label, to]) => ({
        keys: `g ${letter}`,
        label,
        run: () => void navigate({ to }),
      })),
      { keys: '$mod+Shift+l', label: text.theme, run: toggle },
      { keys: '?', label: text.sheet, run: onSheet },
      { keys: 'Shift+?', label: text.sheet, run: onSheet, hidden: true },
    ],
  });
  return null;
}
