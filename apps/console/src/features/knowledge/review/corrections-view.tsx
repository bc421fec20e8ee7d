import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { may } from '@countersign/desk/permissions';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { rowsOf, useRoute, useRoutePages } from '../../../live/use-route.ts';
import { knowledgeText, reviewText as text } from '../../../text/knowledge.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { MiniSelect } from '../../../ui/select.tsx';
import { Failed, More, Reading } from '../list-parts.tsx';
import { SelectionBar } from '../selection-bar.tsx';
import { useFilter } from '../use-filter.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { useSelection } from '../use-selection.ts';
import { AskWhy } from './ask-why.tsx';
import { CorrectionItem } from './correction-item.tsx';
import { EditCorrection } from './edit-correction.tsx';
import { type ReviewResult, useReview } from './use-review.ts';
import { WhichHolds } from './which-holds.tsx';

type Scope = 'personal' | 'group';
const states = ['pending', 'active', 'superseded'] as const;
type State = (typeof states)[number];
const empty: Readonly<Record<State, readonly [string, string]>> = {
  pending: [text.none, text.noneDetail],
  active: [text.noneApproved, text.noneApprovedDetail],
  superseded: [text.noneRejected, text.noneRejectedDetail],
};

/** What people taught, to be approved before agents learn it. */
export function CorrectionsView() {
  const [given, change] = useFilter();
  const state = states.find((each) => each === given['state']) ?? 'pending';
  const corrections = useRoutePages('GET /api/knowledge/memories', {
    origin: 'correction',
    status: state,
  });
  const figures = useRoute('GET /api/knowledge/figures', {}).data;
  const mayWork = may(useMe().data, 'work');
  const rows = rowsOf(corrections);
  const [title, detail] = empty[state];
  const unseen =
    state === 'pending' && corrections.data !== undefined && !corrections.isPlaceholderData
      ? (figures?.corrections.pending ?? 0) - (corrections.data.pages[0]?.total ?? 0)
      : 0;
  return (
    <>
      <div className="line-below row-wrap rigid toolbar">
        <Segmented
          label={text.states.label}
          onChange={(next) => change({ state: next === 'pending' ? '' : next })}
          options={states.map((value) => ({ value, label: text.states[value] }))}
          value={state}
        />
        {unseen > 0 ? (
          <Button onClick={() => void corrections.refetch()} small>
            {knowledgeText.fresh(unseen)}
          </Button>
        ) : null}
      </div>
      <div className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page">
        <p className="muted knowledge-lead">{text.lead}</p>
        {mayWork ? null : <Banner>{knowledgeText.viewerOnly}</Banner>}
        <Reading of={corrections}>
          {rows.length === 0 && !corrections.isPlaceholderData ? (
            <EmptyState title={title}>{detail}</EmptyState>
          ) : null}
          <ReviewList
            canDecide={mayWork && state === 'pending' && !corrections.isPlaceholderData}
            rows={rows}
          />
          <More of={corrections} />
        </Reading>
      </div>
    </>
  );
}

type Asked = { reject: readonly MemoryRow[] } | { edit: MemoryRow } | null;

function ReviewList({ rows, canDecide }: { rows: readonly MemoryRow[]; canDecide: boolean }) {
  const { action, result, review, refused, choose, leave } = useReview();
  const list = useKeptFocus();
  const [scope, setScope] = useState<Scope>('personal');
  const [asked, setAsked] = useState<Asked>(null);
  const selection = useSelection(rows.map(({ id }) => id));
  const chosen = rows.filter(({ id }) => selection.selected.includes(id));
  const approve = (which: readonly MemoryRow[]) =>
    void action.run(() => review(which, 'approve', { layer: scope }));
  return (
    <>
      <Outcome of={result} />
      <Failed of={action.failure} />
      {canDecide ? (
        <SelectionBar
          all={rows.length}
          onAll={selection.selectAll}
          selected={selection.selected.length}
        >
          <Button busy={action.busy} onClick={() => approve(chosen)} small>
            {text.approveMany(chosen.length)}
          </Button>
          <Button disabled={action.busy} onClick={() => setAsked({ reject: chosen })} small>
            {text.rejectMany(chosen.length)}
          </Button>
        </SelectionBar>
      ) : null}
      {canDecide && rows.length > 0 ? (
        <MiniSelect
          label={text.scope}
          onChange={(value) => setScope(value === 'group' ? 'group' : 'personal')}
          options={Object.entries(text.scopes).map(([value, label]) => ({ value, label }))}
          value={scope}
        />
      ) : null}
      <ul aria-label={text.list} ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <CorrectionItem
            key={row.id}
            row={row}
            {...(canDecide
              ? {
                  isSelected: selection.isSelected(row.id),
                  onSelect: (on: boolean) => selection.select(row.id, on),
                }
              : {})}
          >
            {canDecide ? (
              <>
                <Button disabled={action.busy} onClick={() => approve([row])}>
                  {text.approve}
                </Button>
                <Button disabled={action.busy} onClick={() => setAsked({ edit: row })}>
                  {text.edit}
                </Button>
                <Button disabled={action.busy} onClick={() => setAsked({ reject: [row] })}>
                  {text.reject}
                </Button>
              </>
            ) : null}
          </CorrectionItem>
        ))}
      </ul>
      {asked !== null && 'reject' in asked ? (
        <AskWhy
          act={(why) => review(asked.reject, 'reject', { why })}
          danger
          detail={text.rejectDetail}
          onClose={() => setAsked(null)}
          title={text.rejectTitle(asked.reject.length)}
          yes={text.reject}
        />
      ) : null}
      {asked !== null && 'edit' in asked ? (
        <EditCorrection
          approve={(content, version, layer) =>
            review([{ id: asked.edit.id, version }], 'approve', { content, layer })
          }
          onClose={() => setAsked(null)}
          row={asked.edit}
          scope={scope}
        />
      ) : null}
      {refused === null ? null : (
        <WhichHolds
          choose={async (chosen) => {
            // What was written for one of them has left with it.
            if ((await choose(chosen)) !== null) setAsked(null);
          }}
          of={refused.contradictions}
          onClose={leave}
        />
      )}
    </>
  );
}

const verdicts = ['approve', 'reject'] as const;

/** What became of the last decision. */
function Outcome({ of }: { of: ReviewResult | null }) {
  return (
    <div role="status">
      {of === null ? null : (
        <Banner {...(of.changed + of.invalid > 0 ? { tone: 'need' as const } : {})}>
          {verdicts
            .filter((verdict) => of.done[verdict] > 0)
            .map((verdict) => (
              <p key={verdict}>{text.done[verdict](of.done[verdict])}</p>
            ))}
          {of.changed === 0 ? null : <p>{knowledgeText.changedCount(of.changed)}</p>}
          {of.invalid === 0 ? null : <p>{text.invalid(of.invalid)}</p>}
        </Banner>
      )}
    </div>
  );
}
