import type { Claim } from '@countersign/api/prompt';
import { useServerNow } from '../../../live/session/server-now.ts';
import { peopleText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { PersonAvatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { filled } from '../../../ui/filled.ts';
import { formatExact, formatLeft, formatMinute } from '../../../ui/format-time.ts';
import type { Answer } from '../compose/use-answer.ts';
import './claim-badge.css';

function Left({ until }: { until: number }) {
  return <>{formatLeft(until - useServerNow())}</>;
}

function Mine({ claim }: { claim: Claim }) {
  return (
    <span className="fine-print claim row-inline nowrap" title={formatExact(claim.until)}>
      <PersonAvatar me name={claim.name} />
      <span className="claim-words desk-only">{text.heldByYou}</span>
      <span className="muted">
        {/* Only the number is updated every second. */}
        {filled(text.left, <Left until={claim.until} />)}
      </span>
    </span>
  );
}

/** Who holds the prompt, for how long, and a button to release it; asking for it is in the line below. */
export function ClaimBadge({ answer }: { answer: Answer }) {
  const { claim, state } = answer.prompt;
  const { holder, action, release } = answer.holding;
  if (claim === null || holder === null || state !== 'open') return null;
  if (holder === 'me') {
    return (
      <>
        <Mine claim={claim} />
        <Button
          variant="ghost"
          small
          className="desk-only"
          busy={action.busy}
          aria-busy={action.busy}
          onClick={release}
        >
          {text.release}
        </Button>
      </>
    );
  }
  return (
    <span className="fine-print claim row-inline nowrap" title={formatExact(claim.until)}>
      <PersonAvatar name={claim.name} />
      <span className="claim-words desk-only truncate">{text.heldBy(visibleText(claim.name))}</span>
      <span className="muted">{text.until(formatMinute(claim.until))}</span>
    </span>
  );
}
