import { OctagonPause } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRules } from '../../live/settings-queries.ts';
import { rulesBarText } from '../../text/texts.ts';
import { Badge } from '../../ui/badge.tsx';

/** Shown on every screen while the kill switch is on. */
export function RulesStopped({ link }: { link: (words: ReactNode) => ReactNode }) {
  const stopped = useRules().data?.stopped ?? null;
  if (stopped === null) return null;
  return link(
    <Badge icon={OctagonPause} tone="hold">
      <span className="unseen-on-phone">{rulesBarText.stopped}</span>
    </Badge>,
  );
}
