import { useNavigate } from '@tanstack/react-router';
import { keysText as text } from '../text/keys.ts';
import { useTheme } from '../theme/theme-mode.ts';
import { useKeys } from '../ui/keys/keys.tsx';

/** The keys that act on every screen. */
export function GlobalKeys({ onPalette, onSheet }: { onPalette: () => void; onSheet: () => void }) {
  const navigate = useNavigate();
  const { toggle } = useTheme();
  useKeys({
    id: 'global',
    name: text.everywhere,
    bindings: [
      { keys: '$mod+k', label: text.palette, run: onPalette },
      { keys: 'g i', label: text.goInbox, run: () => void navigate({ to: '/inbox' }) },
      { keys: 'g t', label: text.goTasks, run: () => void navigate({ to: '/tasks' }) },
      { keys: 'g w', label: text.goWall, run: () => void navigate({ to: '/wall' }) },
      { keys: 'g a', label: text.goAgents, run: () => void navigate({ to: '/agents' }) },
      { keys: 'g s', label: text.goSettings, run: () => void navigate({ to: '/settings' }) },
      { keys: 'g r', label: text.goRules, run: () => void navigate({ to: '/settings/rules' }) },
      { keys: 'g p', label: text.goPolicy, run: () => void navigate({ to: '/settings/policy' }) },
      {
        keys: 'g o',
        label: text.goOperators,
        run: () => void navigate({ to: '/settings/operators' }),
      },
      {
        keys: 'g h',
        label: text.goWebhooks,
        run: () => void navigate({ to: '/settings/webhooks' }),
      },
      { keys: '$mod+Shift+l', label: text.theme, run: toggle },
      { keys: '?', label: text.sheet, run: onSheet },
      { keys: 'Shift+?', label: text.sheet, run: onSheet, hidden: true },
    ],
  });
  return null;
}
