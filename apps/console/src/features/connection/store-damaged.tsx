import { DatabaseZap } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useConnection } from '../../live/session/connection.ts';
import { type guideSections, connectionText as text } from '../../text/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import './connection.css';

const DamagedParts = lazyPart(async () => (await import('./damaged-parts.tsx')).DamagedParts);

/** The section of the guide about it. */
export const damagedSection: keyof typeof guideSections = 'when-the-store-is-damaged';

interface StoreDamagedProps {
  guideLink: (words: ReactNode, onClick: () => void) => ReactNode;
}

/** Shown on every screen while parts of the server's store cannot be read; which parts, and the consequences, on request. */
export function StoreDamaged({ guideLink }: StoreDamagedProps) {
  const parts = useConnection().storeDamaged;
  const [open, setOpen] = useState(false);
  if (parts.length === 0) return null;
  return (
    <Popover
      align="end"
      label={text.damaged}
      onOpenChange={setOpen}
      open={open}
      trigger={
        <button type="button" className="rounded-small target-height rigid">
          <Badge icon={DatabaseZap} tone="fail">
            <span className="unseen-if-narrow">{text.damaged}</span>
          </Badge>
        </button>
      }
    >
      <Suspense fallback={null}>
        <DamagedParts guideLink={(words) => guideLink(words, () => setOpen(false))} parts={parts} />
      </Suspense>
    </Popover>
  );
}
