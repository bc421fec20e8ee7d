import type { QueueGroup } from '@countersign/api/prompts/queue';
import { mostSevere } from '@countersign/desk/urgency';
import { clsx } from 'clsx';
import { Layers } from 'lucide-react';
import { memo } from 'react';
import { LiveRing, LiveTime } from '../../live/session/live-time.tsx';
import { figure } from '../../text/count.ts';
import { askerName } from '../../text/sender-name.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { bulkText, commonText, inboxText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SeverityMark } from '../../ui/marks/severity.tsx';
import { commonAsk, figureRange } from './group-text.ts';
import { isOnPick, PickBox, type RowPlace, rowId } from './queue-row.tsx';
import type { QueueItem } from './use-queue.ts';

interface GroupRowProps extends RowPlace {
  item: QueueItem;
  /** As the server counts it, where not all rows are here; null = count the rows. */
  counted: Pick<QueueGroup, 'open' | 'critical'> | null;
  current: boolean;
  picked: boolean;
  onChoose: (item: QueueItem) => void;
  onPick: (item: QueueItem) => void;
}

/** Several equal prompts in one row: how many, what is common, who asks, and the span of what differs. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { item, counted, current, picked, place, size, onChoose, onPick } = props;
  const open = item.prompts.filter((prompt) => prompt.state === 'open');
  const shown = open.length > 0 ? open : item.prompts;
  const [first] = shown;
  if (first === undefined) return null;
  const ask = visibleText(commonAsk(shown.map(askText)));
  const count = Math.max(shown.length, open.length > 0 ? (counted?.open ?? 0) : 0);
  const critical = Math.max(
    open.filter(({ severity }) => severity === 'critical').length,
    open.length > 0 ? (counted?.critical ?? 0) : 0,
  );
  const range = figureRange(shown);
  const tasks = new Set(shown.map((prompt) => prompt.taskId)).size;
  const deadlines = shown.flatMap((prompt) => prompt.expiresAt ?? []);
  const until = deadlines.length === 0 ? null : Math.min(...deadlines);
  const soonest = shown.find((prompt) => prompt.expiresAt === until) ?? first;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the focus and the keys
    <div
      className={clsx(
        'anchor full-height soft-line-below queue-row stack hovers choosable',
        open.length === 0 && 'is-done',
        picked && 'is-on',
      )}
      role="option"
      tabIndex={-1}
      id={rowId(item.key)}
      aria-selected={current}
      aria-checked={picked}
      aria-setsize={size}
      aria-posinset={place}
      onClick={(event) => (isOnPick(event.target) ? onPick(item) : onChoose(item))}
    >
      <span className="side-by-side anchor queue-severity">
        <SeverityMark severity={mostSevere(shown)} />
        <PickBox picked={picked} />
      </span>
      <span className="row-close">
        <span
          className="row-inline rigid rounded-small fine-print strong tabular queue-count"
          title={text.equalPrompts(count)}
        >
          <Icon of={Layers} small className="muted" />
          {figure(count)}
          <span className="visually-hidden">
            {' '}
            {text.equal}
            {commonText.colon}
          </span>
        </span>
        <span className="queue-ask grow truncate" title={ask}>
          {ask}
        </span>
        {open.length > 0 && until !== null && <LiveRing from={soonest.openedAt} until={until} />}
      </span>
      <span className="row">
        <span className="row-close grow small muted queue-by">
          <span className="truncate" dir="auto" lang="">
            {visibleText(askerName(first))}
          </span>
          {critical > 0 && (
            <>
              <span aria-hidden>·</span>
              <b className="strong rigid nowrap error-text">{bulkText.criticalRows(critical)}</b>
            </>
          )}
          {range !== null && (
            <>
              <span aria-hidden>·</span>
              <span className="truncate tabular ink rigid">{range}</span>
            </>
          )}
          {first.taskTitle !== null && (
            <>
              <span aria-hidden>·</span>
              <span className="truncate">
                {tasks === 1 ? visibleText(first.taskTitle) : text.tasks(tasks)}
              </span>
            </>
          )}
        </span>
        <span className="row-end row-close at-end rigid small muted nowrap">
          {open.length > 0 ? (
            <LiveTime at={Math.min(...shown.map((prompt) => prompt.openedAt))} />
          ) : (
            text.allDone
          )}
        </span>
      </span>
    </div>
  );
});
