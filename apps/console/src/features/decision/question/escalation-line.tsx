import type { Escalation, Prompt } from '@countersign/api/prompt';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { TrendingUp } from 'lucide-react';
import { useServerNow } from '../../../live/session/server-now.ts';
import { decisionTimeText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { filled } from '../../../ui/filled.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';

/** The remaining steps: `it goes to group ops, then the default is sent`. */
function stepsToCome({ steps, level }: Escalation, hasDefault: boolean): string {
  return steps
    .slice(level)
    .map((step) => {
      if (step.to === 'group') return text.toGroup(visibleText(step.group));
      return hasDefault ? text.toDefault : text.toDefaultNone;
    })
    .join(text.then);
}

function Clock({ at }: { at: number }) {
  return <>{formatMoment(at, useServerNow())}</>;
}

/** What happens to an unclaimed prompt, by the policy it was opened under. */
export function EscalationLine({ prompt }: { prompt: Prompt }) {
  const { escalation, claim } = prompt;
  if (escalation === null || escalation.steps.length === 0) return null;
  const { group, nextAt } = escalation;
  const steps = stepsToCome(escalation, upPromptOf(prompt.message).defaultFeedback !== undefined);
  if (steps === '' && group === null) return null;
  return (
    <p className="answer-escalation row-close small muted">
      <Icon of={TrendingUp} small />
      <span>
        {group !== null && `${text.forGroup(visibleText(group))} `}
        {nextAt !== null && steps !== ''
          ? // Only the clock ticks, not the sentence around it.
            filled(
              (clock) => text.nobodyClaims(clock, steps),
              <b className="strong">
                <Clock at={nextAt} />
              </b>,
            )
          : claim !== null && steps !== '' && text.claimed}
      </span>
    </p>
  );
}
