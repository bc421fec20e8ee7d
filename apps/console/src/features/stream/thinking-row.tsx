import { Brain } from 'lucide-react';
import { useState } from 'react';
import { durationWords, streamText } from '../../text/stream.ts';
import { Icon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { Disclosure } from './disclosure.tsx';
import { EventRow } from './event-row.tsx';
import type { ThinkingPart } from './message-segments.ts';

/** Reasoning of an agent: open while it is thought, one line afterwards; never closes by itself under a reader. */
export function Thinking({ part, open: live }: { part: ThinkingPart; open: boolean }) {
  const thinking = live && part.thinking;
  const [open, setOpen] = useState(thinking && !part.collapse);
  const preview = thinking ? part.text.slice(-120) : part.text.slice(0, 200);
  return (
    <>
      <Disclosure className="ev-h think" lead onToggle={() => setOpen(!open)} open={open}>
        <span>{thinking ? streamText.thinking : streamText.thought}</span>
        {part.elapsedSeconds === null ? null : (
          <span className="m tn">{durationWords(part.elapsedSeconds * 1000)}</span>
        )}
        {open ? null : <span className="m cut">{visibleText(preview.replace(/\s+/g, ' '))}</span>}
      </Disclosure>
      {open ? (
        <div className="think-b">
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
      <Thinking open={open} part={part} />
    </EventRow>
  );
}
