import { Brain } from 'lucide-react';
import { useState } from 'react';
import { durationLabels, streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Disclosure } from './disclosure.tsx';
import { Elapsed } from './elapsed.tsx';
import { EventRow } from './event-row.tsx';
import type { ThinkingPart } from './message-segments.ts';

/** Reasoning of an agent: open while it is received, one line afterwards; never closes automatically while it is read. */
export function Thinking({
  part,
  open: live,
  since = null,
}: {
  part: ThinkingPart;
  open: boolean;
  /** When it began, epoch ms, if that is known. */
  since?: number | null;
}) {
  const thinking = live && part.thinking;
  const [open, setOpen] = useState(thinking && !part.collapse);
  const preview = thinking ? part.text.slice(-120) : part.text.slice(0, 200);
  return (
    <>
      <Disclosure
        className="event-head row nowrap think"
        lead
        onToggle={() => setOpen(!open)}
        open={open}
      >
        <span>{thinking ? streamText.thinking : streamText.thought}</span>
        {part.elapsedSeconds !== null ? (
          <span className="muted tabular">{durationLabels(part.elapsedSeconds * 1000)}</span>
        ) : thinking && since !== null ? (
          <Elapsed from={since} to={null} />
        ) : null}
        {open ? null : (
          <span className="muted truncate" dir="auto" lang="">
            {visibleText(preview.replace(/\s+/g, ' '))}
          </span>
        )}
      </Disclosure>
      {open ? (
        <div className="think-body muted">
          <Markdown open={thinking} text={part.text} />
        </div>
      ) : null}
    </>
  );
}

export function ThinkingRow({
  part,
  at,
  open,
}: {
  part: ThinkingPart;
  at: number | null;
  open: boolean;
}) {
  return (
    <EventRow at={at} mark={<Icon of={Brain} />}>
      <Thinking open={open} part={part} since={at} />
    </EventRow>
  );
}
