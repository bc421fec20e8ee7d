import type { Span } from '@countersign/thread/timeline';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonText, durationLabels, timelineText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format-time.ts';

interface SpanDetailsProps {
  span: Span;
  end: number;
  promptLink: (promptId: string, children: ReactNode, className?: string) => ReactNode;
  onShow: (itemKey: string) => void;
  onGo: (sequence: number) => void;
  onClose: () => void;
}

/** The chosen span as text, with links. */
export function SpanDetails({ span, end, promptLink, onShow, onGo, onClose }: SpanDetailsProps) {
  const { itemKey, promptId } = span;
  return (
    <section
      aria-label={text.details}
      className="fine-print line-above on-panel timeline-details row-wide rigid wraps-on-phone"
    >
      <b className="strong truncate" dir="auto" lang="">
        {visibleText(span.label)}
      </b>
      <span className="muted nowrap">{text.kind(span.kind)}</span>
      <span className="muted tabular nowrap">
        {formatClock(span.start)}
        {commonText.comma}
        {span.end === null
          ? commonText.inRow([text.going, durationLabels(end - span.start)])
          : durationLabels(span.end - span.start)}
      </span>
      <span className="grow" />
      {promptId === null ? null : promptLink(promptId, text.decision, 'link small nowrap')}
      {itemKey === null ? null : (
        <button className="link small nowrap" onClick={() => onShow(itemKey)} type="button">
          {text.show}
        </button>
      )}
      <button className="link small nowrap" onClick={() => onGo(span.sequence)} type="button">
        {text.goTo(span.sequence)}
      </button>
      <IconButton icon={X} label={text.close} onClick={onClose} small />
    </section>
  );
}
