import type { Control } from '@countersign/api/task';
import { OctagonAlert, Square, Unplug } from 'lucide-react';
import { useServerNow } from '../../live/session/server-now.ts';
import { commonText, durationLabels, obedienceText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface DisobeyingProps {
  /** The stop or pause that is not followed. */
  control: Control;
  agent: string;
  readOnly: boolean;
  onAgain: () => void;
  onCut: () => void;
}

/** An agent that does not follow a stop or a pause: since when, what it has sent, and the next step, which is not asked of it. */
export function Disobeying({ control, agent, readOnly, onAgain, onCut }: DisobeyingProps) {
  const now = useServerNow();
  const { action, acknowledgedAt, requestedAt, settledAt, eventsSince } = control;
  const who = visibleText(agent);
  const span = durationLabels(
    Math.max(0, Math.floor((now - (settledAt ?? requestedAt)) / 1_000) * 1_000),
  );
  return (
    <Banner
      tone="fail"
      icon={OctagonAlert}
      role="alert"
      action={
        readOnly ? null : (
          <span className="row wrapping">
            <Button icon={Square} onClick={onAgain}>
              {text.again[action]}
            </Button>
            <Button icon={Unplug} variant="danger" onClick={onCut}>
              {text.cut}
            </Button>
          </span>
        )
      }
    >
      <b className="strong tabular">{text.title(who, span, eventsSince)}</b>
      <p className="small">
        {acknowledgedAt === null ? null : (
          <>
            {text.confirmed(who)}
            {commonText.gap}
          </>
        )}
        {text.detail}
      </p>
    </Banner>
  );
}
