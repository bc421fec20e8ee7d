import type { PromptRow } from '@countersign/api/prompt-row';
import type { ReactNode } from 'react';
import { inboxText as text } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { formatMinute } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { filterLabels } from './filter-fields.tsx';
import { QueueBar, type QueueBarProps } from './queue-bar.tsx';
import { isFiltered, type QueueFilter } from './queue-filter.ts';
import { QueueFoot } from './queue-foot.tsx';
import { QueueList, type QueueListProps } from './queue-list.tsx';
import './queue-panel.css';

interface QueuePanelProps
  extends Omit<QueueBarProps, 'prompts' | 'queue'>,
    Omit<QueueListProps, 'queue' | 'filter'> {
  queue: QueueListProps['queue'];
  prompts: readonly PromptRow[] | undefined;
  /** Why the prompts could not be read, null = they could. */
  failure: string | null;
  onRetry: () => void;
  onTogether: () => void;
  onSnoozePicked: (() => void) | null;
  onUnpick: () => void;
  /** Between the rows and the foot. */
  below: ReactNode;
}

/** Nothing blocks an agent, but there are optional questions: how many, and when the next default is sent. */
function OnlyFollowups({ prompts, onShow }: { prompts: readonly PromptRow[]; onShow: () => void }) {
  const next = prompts.flatMap((prompt) =>
    prompt.hasDefault === true ? (prompt.expiresAt ?? []) : [],
  );
  const at = next.length === 0 ? null : formatMinute(Math.min(...next));
  return (
    <EmptyState
      title={text.nothing}
      action={<Button onClick={onShow}>{text.showFollowups}</Button>}
    >
      {text.nothingButFollowups(prompts.length, at)}
    </EmptyState>
  );
}

function Nothing({
  prompts,
  filter,
  snoozed,
  onFilter,
}: {
  prompts: readonly PromptRow[];
  filter: QueueFilter;
  snoozed: number;
  onFilter: (filter: QueueFilter) => void;
}) {
  const open = prompts.filter((prompt) => prompt.state === 'open');
  const names = Object.keys(filter);
  const only = (name: keyof QueueFilter) => names.length === 1 && names[0] === name;
  const followups = open.filter((prompt) => !prompt.blocking && prompt.snooze === null);
  if (only('kind') && filter.kind === 'blocking' && followups.length > 0)
    return <OnlyFollowups prompts={followups} onShow={() => onFilter({ kind: 'followup' })} />;
  if (!isFiltered(filter)) {
    const wakes = snoozed > 0 && (
      <Button onClick={() => onFilter({ snoozed: 'only' })}>{text.snoozedCount(snoozed)}</Button>
    );
    return (
      <EmptyState title={text.nothing} action={wakes}>
        {text.nothingDetail}
      </EmptyState>
    );
  }
  if (only('show')) {
    return (
      <EmptyState
        title={filter.show === 'unseen' ? text.nothingUnseen : text.nothingAnswered}
        action={<Button onClick={() => onFilter({})}>{text.showAll}</Button>}
      >
        {text.nothingOverDetail}
      </EmptyState>
    );
  }
  const title = only('snoozed')
    ? text.nothingSnoozed
    : only('turn') && filter.turn === 'mine'
      ? text.nothingYours
      : text.noMatch;
  return (
    <EmptyState
      title={title}
      action={
        <Button onClick={() => onFilter({})}>
          {names.length === 1 ? text.showAll : text.clearFilters}
        </Button>
      }
    >
      {text.noMatchDetail(filterLabels(filter, prompts), open.length)}
    </EmptyState>
  );
}

function Body(props: QueuePanelProps) {
  const { queue, prompts, failure, onRetry, filter, onFilter } = props;
  if (failure !== null && prompts === undefined) {
    return (
      <div className="queue-empty fill-height">
        <ErrorPanel title={text.failed} detail={failure} onRetry={onRetry} />
      </div>
    );
  }
  if (prompts === undefined) {
    return (
      <div className="queue-empty fill-height">
        <Skeleton rows={8} label={text.loading} />
      </div>
    );
  }
  if (queue.rows.length > 0) return <QueueList {...props} />;
  return (
    <div className="queue-empty fill-height">
      <Nothing prompts={prompts} filter={filter} snoozed={queue.snoozed} onFilter={onFilter} />
    </div>
  );
}

/** Whether two rows on screen could share one. */
function hasEquals(props: QueuePanelProps): boolean {
  const seen = new Set<string>();
  return props.queue.rows.some(({ classKey, prompts }) => {
    const own = prompts[0]?.classKey ?? '';
    if (classKey !== null || own === '' || prompts[0]?.state !== 'open') return false;
    if (seen.has(own)) return true;
    seen.add(own);
    return false;
  });
}

/** The left pane of the inbox. */
export function QueuePanel(props: QueuePanelProps) {
  const { queue, filter, grouped, onFilter, onGrouped } = props;
  return (
    <section className="anchor queue column" aria-label={text.queue}>
      <QueueBar {...props} prompts={props.prompts ?? []} />
      <Body {...props} />
      {props.below}
      <QueueFoot
        picked={props.picked.size}
        snoozed={queue.snoozed}
        mayGroup={hasEquals(props)}
        grouped={grouped}
        onlySnoozed={filter.snoozed === 'only'}
        onGrouped={onGrouped}
        onSnoozed={(only) => onFilter(only ? { snoozed: 'only' } : {})}
        onTogether={props.onTogether}
        onSnoozePicked={props.onSnoozePicked}
        onUnpick={props.onUnpick}
      />
    </section>
  );
}

/** The right pane while no prompt is selected. With an empty queue it does not ask to select one. */
export function NothingChosen({ empty, open }: { empty: boolean; open: number | null }) {
  // What is not known yet is not called empty.
  const nothing = open === null ? null : open > 0 ? text.nothingMatches : text.nothingToChoose;
  return (
    <section className="decision column padded" aria-label={text.chooseOne}>
      <EmptyState title={text.chooseOne}>{empty ? nothing : text.chooseOneDetail}</EmptyState>
    </section>
  );
}
