import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { QueueCounts } from '@countersign/api/prompts/queue';
import { ArrowUp, ListFilter, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import { askerName } from '../../text/sender-name.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { csvText, inboxText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { csvOf, csvTime, saveCsv } from '../../ui/files/csv.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys/keys.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { FilterFields, filterLabels, withMember } from './filter-fields.tsx';
import type { QueueFilter } from './queue-filter.ts';
import { countIn, serverCountOf } from './ready-views.ts';
import type { ViewSearch } from './shown-view.ts';
import type { Queue } from './use-queue.ts';
import { ViewsMenu } from './views-menu.tsx';
import './queue-bar.css';

/** Rows of the queue, open or answered, as a table for other programs. */
const promptsCsv = (prompts: readonly PromptRow[]): string =>
  csvOf(
    csvText.prompts,
    prompts.map((prompt) => [
      prompt.id,
      askText(prompt),
      String(prompt.blocking),
      prompt.severity,
      prompt.state,
      visibleText(askerName(prompt)),
      prompt.taskTitle,
      csvTime(prompt.openedAt),
      csvTime(prompt.expiresAt),
      prompt.claim?.name ?? null,
      csvTime(prompt.snooze?.until),
      csvTime(prompt.decision?.recordedAt),
      prompt.decision?.by.name ?? null,
      prompt.decision?.label ?? prompt.decision?.feedback.type ?? null,
      prompt.decision?.state ?? null,
    ]),
  );

const isBlockingNow = ({ blocking, state }: PromptRow) => blocking && state === 'open';

const ANNOUNCE_AFTER_MS = 1_500;

/** Announces to screen readers how many are waiting, once no more arrive; never row by row. */
function Announcer({ waiting }: { waiting: readonly PromptRow[] }) {
  const [said, setSaid] = useState('');
  const blocking = waiting.filter(isBlockingNow).length;
  useEffect(() => {
    const words = waiting.length === 0 ? '' : text.announceNew(waiting.length, blocking);
    const timer = setTimeout(() => setSaid(words), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting.length, blocking]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}

/** The slot of the pill is always there: an arrival moves nothing. */
function Pill({ queue, onAdmit }: { queue: Queue; onAdmit: () => void }) {
  const blocking = queue.waiting.filter(isBlockingNow).length;
  if (queue.waiting.length > 0) {
    return (
      <button
        type="button"
        className="fine-print anchor queue-new row-inline-tight rigid strong nowrap"
        aria-keyshortcuts="."
        onClick={onAdmit}
      >
        <Icon of={ArrowUp} small />
        {text.newPill(queue.waiting.length, blocking)}
      </button>
    );
  }
  if (queue.done === 0) return null;
  return (
    <button
      type="button"
      className="fine-print anchor queue-new row-inline-tight rigid strong nowrap hovers muted"
      aria-keyshortcuts="."
      onClick={onAdmit}
    >
      {text.clearDone(queue.done)}
    </button>
  );
}

export interface QueueBarProps {
  queue: Queue;
  prompts: readonly PromptRow[];
  filter: QueueFilter;
  grouped: boolean;
  /** The address as a view would keep it, and the view it comes from. */
  search: ViewSearch;
  viewId: string | null;
  me: Operator | null;
  /** The server's clock, as fine as a minute. */
  now: number;
  /** What the server counts where not all rows are here. */
  reported: QueueCounts | null;
  onFilter: (filter: QueueFilter) => void;
  onGrouped: (grouped: boolean) => void;
  onView: (search: ViewSearch, viewId: string | null) => void;
  /** Shows new rows, and clears rows that are done. */
  onAdmit: () => void;
}

/** Over the rows: which view, the slot where arrivals wait, what waits for me, and the filter. */
export function QueueBar(props: QueueBarProps) {
  const { queue, prompts, filter, grouped, me, onFilter, onGrouped } = props;
  const [finding, setFinding] = useState(false);
  useKeys({
    id: 'inbox-find',
    name: text.keysName,
    bindings: [{ keys: '/', label: text.keyFind, run: () => setFinding(true) }],
  });
  const { turn, ...besides } = filter;
  const words = filterLabels(filter, prompts);
  const shown = queue.rows.flatMap((row) => row.prompts);
  const active = Object.keys(besides).length > 0 || (turn ?? 'mine') !== 'mine';
  return (
    <div className="line-below queue-bar row-tight rigid">
      <ViewsMenu
        search={props.search}
        viewId={props.viewId}
        words={words}
        me={me}
        countIn={(view) =>
          serverCountOf(props.reported, view) ?? countIn(view, prompts, { me, now: props.now })
        }
        onView={props.onView}
        shown={shown.length}
        onExport={() => saveCsv('questions', promptsCsv(shown))}
      />
      {/* In the menu of views for the pointer, here for the palette. */}
      <button
        data-save-csv
        hidden
        onClick={() => saveCsv('questions', promptsCsv(shown))}
        type="button"
      />
      <Pill queue={queue} onAdmit={props.onAdmit} />
      <Announcer waiting={queue.waiting} />
      <span className="grow" />
      <Button
        variant="ghost"
        icon={User}
        aria-pressed={turn === 'mine'}
        title={text.mineHint}
        onClick={() => onFilter(withMember(filter, 'turn', turn === 'mine' ? '' : 'mine'))}
      >
        {text.mine}
      </Button>
      <Popover
        label={text.filterBy}
        open={finding}
        onOpenChange={setFinding}
        trigger={
          <Button
            variant="ghost"
            icon={ListFilter}
            aria-keyshortcuts="/"
            {...(active ? { className: 'is-active' } : {})}
          >
            {text.filter}
          </Button>
        }
      >
        <FilterFields
          prompts={prompts}
          isPartial={props.reported !== null}
          filter={filter}
          grouped={grouped}
          onFilter={onFilter}
          onGrouped={onGrouped}
        />
      </Popover>
    </div>
  );
}
