import type { RuleList } from '@countersign/api/rule';
import { OctagonPause } from 'lucide-react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useServerNow } from '../../live/session/server-now.ts';
import { useAction } from '../../live/use-action.ts';
import { commonText, rulesText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { filled } from '../../ui/filled.ts';
import { RuleFailure } from './rule-failure.tsx';
import './kill-switch.css';

const words = rulesText.stop;
/** How long the operator's own stop is offered to be undone. */
const UNDO_MS = 60_000;

interface KillSwitchProps {
  stopped: RuleList['stopped'];
  /** The name of the signed-in operator. */
  me: string;
  mayStop: boolean;
  /** Every operator may stop them; only those who may change rules can resume them. */
  mayStart: boolean;
  stop: (stopped: boolean) => Promise<unknown>;
}

/** Stops every rule with one press and no question; letting them answer again is as plain, for administrators. */
export function KillSwitch({ stopped, me, mayStop, mayStart, stop }: KillSwitchProps) {
  const action = useAction();
  const now = useServerNow();
  if (stopped === null) {
    return (
      <div className="kill-switch row-wrap">
        <Button
          busy={action.busy}
          className="full-on-phone kill-switch-button"
          disabled={!mayStop}
          icon={OctagonPause}
          onClick={() => void action.run(() => stop(true))}
          variant="danger"
        >
          {words.button}
        </Button>
        <span className="small muted">{mayStop ? words.detail : words.viewer}</span>
        <RuleFailure of={action.failure} />
      </div>
    );
  }
  const isMine = mayStart && stopped.by === me && now - stopped.at < UNDO_MS;
  return (
    <Banner
      action={
        <Button
          busy={action.busy}
          disabled={!mayStart}
          onClick={() => void action.run(() => stop(false))}
        >
          {isMine ? words.undo : words.again}
        </Button>
      }
      icon={OctagonPause}
      role="status"
      tone="hold"
    >
      <b className="strong">{words.stopped}</b>
      {commonText.gap}
      {filled(
        (ago) => words.since(visibleText(stopped.by), ago),
        <LiveTime as="ago" at={stopped.at} />,
      )}
      {commonText.gap}
      {words.whatThen}
      {mayStart ? null : commonText.gap + words.onlyAdmin}
      <RuleFailure of={action.failure} />
    </Banner>
  );
}
