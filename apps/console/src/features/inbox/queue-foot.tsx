import { clsx } from 'clsx';
import { inboxText as text } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import './queue-foot.css';

interface QueueFootProps {
  picked: number;
  snoozed: number;
  /** Whether equal prompts are in separate rows that could share one. */
  mayGroup: boolean;
  grouped: boolean;
  onlySnoozed: boolean;
  onGrouped: (grouped: boolean) => void;
  onSnoozed: (only: boolean) => void;
  onTogether: () => void;
  /** Null for operators who may not. */
  onSnoozePicked: (() => void) | null;
  onUnpick: () => void;
}

/** Below the rows: the keys, how many are snoozed, and what is selected. Nothing in it moves when another operator snoozes. */
export function QueueFoot(props: QueueFootProps) {
  if (props.picked > 0) {
    return (
      <div className="fine-print line-above queue-foot row-wide rigid muted nowrap">
        <b className="strong" role="status">
          {text.selectedCount(props.picked)}
        </b>
        <span className="grow" />
        <button type="button" className="link" onClick={props.onUnpick}>
          {text.clearSelection}
        </button>
        {props.onSnoozePicked !== null && (
          <Button small aria-keyshortcuts="S" onClick={props.onSnoozePicked}>
            {text.snoozePicked}
          </Button>
        )}
        <Button
          small
          variant="primary"
          aria-keyshortcuts="Shift+Enter"
          title={text.togetherHint}
          onClick={props.onTogether}
        >
          {text.decideTogether}
        </Button>
      </div>
    );
  }
  return (
    <div
      className={clsx(
        'fine-print line-above queue-foot row-wide rigid muted nowrap',
        props.snoozed === 0 && !props.mayGroup && !props.grouped && 'desk-only',
      )}
    >
      <span className="row-tight desk-only">
        <Kbd keys="j" /> <Kbd keys="k" /> {text.move}
      </span>
      <span className="row-tight desk-only">
        <Kbd keys="x" /> {text.select}
      </span>
      <span className="row-tight desk-only">
        <Kbd keys="s" /> {text.snooze}
      </span>
      <span className="grow" />
      {(props.snoozed > 0 || props.onlySnoozed) && (
        <button
          type="button"
          className="rounded-small queue-foot-button hovers"
          aria-pressed={props.onlySnoozed}
          onClick={() => props.onSnoozed(!props.onlySnoozed)}
        >
          {text.snoozedCount(props.snoozed)}
        </button>
      )}
      {(props.mayGroup || props.grouped) && (
        <button
          type="button"
          className="rounded-small queue-foot-button hovers"
          aria-pressed={props.grouped}
          title={text.groupEqualHint}
          onClick={() => props.onGrouped(!props.grouped)}
        >
          {text.groupEqual}
        </button>
      )}
    </div>
  );
}
