import type { Thread } from '@countersign/thread/thread';
import {
  ArrowRightLeft,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  OctagonX,
  Wrench,
} from 'lucide-react';
import { useMemo } from 'react';
import { wallText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { formatClock, formatExact } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { type TrailLine, trailOf } from './trail.ts';

const glyphs: Readonly<Record<TrailLine['kind'], LucideIcon>> = {
  words: MessageSquare,
  call: Wrench,
  step: ListChecks,
  'hand-over': ArrowRightLeft,
};

interface TileTrailProps {
  thread: Thread;
  /** The last message is shown above it. */
  isSaid: boolean;
  nameOf: (speakerId: string) => string;
}

/** Earlier activity, the newest first; as many lines as fit. */
export function TileTrail({ thread, isSaid, nameOf }: TileTrailProps) {
  const { items } = thread;
  const lines = useMemo(() => trailOf({ items }, { isSaid }), [items, isSaid]);
  if (lines.length === 0) return null;
  return (
    <section className="tile-trail column grow soft-line-above" aria-label={words.before}>
      <h3 className="small muted regular rigid">{words.before}</h3>
      <ol className="clipped fill-height">
        {lines.map(({ key, kind, at, by, text, failed }) => (
          <li className="cells small nowrap rigid full-width" key={key}>
            <time
              className="muted tabular"
              dateTime={new Date(at).toISOString()}
              title={formatExact(at)}
            >
              {formatClock(at)}
            </time>
            <Icon of={failed ? OctagonX : glyphs[kind]} small tone={failed ? 'fail' : 'idle'} />
            <span className="row-tight">
              <span className="muted truncate tile-by rigid" dir="auto" lang="">
                {visibleText(nameOf(by))}
              </span>
              <span className={kind === 'call' ? 'mono truncate' : 'truncate'} dir="auto" lang="">
                {visibleText(text)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
