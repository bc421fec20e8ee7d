import type { Extraction } from '@countersign/api/knowledge-sharing';
import { may } from '@countersign/desk/permissions';
import { useRef, useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { useAction } from '../../../live/use-action.ts';
import { rowsOf, useChange, useRoute, useRoutePages } from '../../../live/use-route.ts';
import { knowledgeText, extractionText as text } from '../../../text/knowledge.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Failed, Fresh, More, Reading } from '../list-parts.tsx';
import { AskWhy } from '../review/ask-why.tsx';
import { SelectionBar } from '../selection-bar.tsx';
import { isShownWhole } from '../shown-whole.ts';
import { useFilter } from '../use-filter.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { useSelection } from '../use-selection.ts';
import { EditExtraction } from './edit-extraction.tsx';
import { ExtractionItem } from './extraction-item.tsx';
import { ExtractionPreview } from './extraction-preview.tsx';

const states = ['waiting', 'approved', 'rejected', 'dropped'] as const;
type Verdict = 'approve' | 'reject';
interface Result {
  verdict: Verdict;
  done: number;
  changed: number;
  /** The rule that still finds something in an edit. */
  residue: string | null;
}

/** What waits to leave, in four steps; nothing leaves without an approval. */
export function ExtractionView() {
  const [given, change] = useFilter();
  const state = states.find((each) => each === given['state']) ?? 'waiting';
  const extractions = useRoutePages('GET /api/knowledge/extractions', { state });
  const mayWork = may(useMe().data, 'work');
  const waiting = useRoute('GET /api/knowledge/figures', {}).data?.waiting.extractions;
  const rows = rowsOf(extractions);
  const preview = given['preview'];
  const page = useRef<HTMLDivElement>(null);
  const leave = (next: Extraction['state']) => {
    page.current?.focus();
    change({ preview: '', state: next === 'waiting' ? '' : next });
  };
  return (
    <>
      <div className="line-below row-wrap rigid toolbar">
        <Segmented
          label={text.states.label}
          onChange={(next) => change({ state: next === 'waiting' ? '' : next, preview: '' })}
          options={states.map((value) => ({ value, label: text.states[value] }))}
          value={state}
        />
        <Fresh now={state === 'waiting' ? waiting : undefined} of={extractions} />
      </div>
      <div
        className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page knowledge-wide"
        ref={page}
        tabIndex={-1}
      >
        <p className="muted knowledge-lead">{text.lead}</p>
        {mayWork ? null : <Banner>{knowledgeText.viewerOnly}</Banner>}
        {preview === undefined || !mayWork ? null : (
          <ExtractionPreview
            id={preview}
            key={preview}
            onClose={() => leave(state)}
            onKept={leave}
          />
        )}
        <Reading of={extractions}>
          {rows.length === 0 && !extractions.isPlaceholderData ? (
            <EmptyState title={state === 'waiting' ? text.none : text.noneOther}>
              {text.noneDetail}
            </EmptyState>
          ) : null}
          <Decide
            canDecide={mayWork && state === 'waiting' && !extractions.isPlaceholderData}
            onPreview={(id) => change({ preview: id })}
            rows={rows}
          />
          <More of={extractions} />
        </Reading>
      </div>
    </>
  );
}

type Asked = { verdict: Verdict; rows: readonly Extraction[] } | { edit: Extraction } | null;
interface Edit {
  title: string;
  content: Record<string, unknown>;
}

/** How many say more than their row shows before it is opened. */
const partly = (rows: readonly Extraction[]): number =>
  rows.filter(({ steps }) => !isShownWhole(steps.standardised?.content)).length;

/** How many texts the rules doubt in them. */
const doubtful = (rows: readonly Extraction[]): number =>
  rows.reduce((sum, { doubts }) => sum + doubts.length, 0);

function useDecide() {
  const change = useChange();
  const [result, setResult] = useState<Result | null>(null);
  const decide = async (
    rows: readonly Extraction[],
    verdict: Verdict,
    { why = '', knowledge }: { why?: string; knowledge?: Edit },
  ): Promise<Result> => {
    const { results } = await change('POST /api/knowledge/extractions/decisions', {
      body: {
        decisions: rows.map(({ id, digest }) => ({
          ...{ id, digest, verdict, why },
          ...(knowledge === undefined ? {} : { knowledge }),
        })),
      },
    });
    const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length;
    const residue = results.find(({ outcome }) => outcome === 'residue')?.rule ?? null;
    const own = { verdict, done: count('done'), changed: count('changed'), residue };
    setResult(own);
    return own;
  };
  return { result, decide };
}

interface DecideProps {
  rows: readonly Extraction[];
  canDecide: boolean;
  /** Asks for a memory what is to be masked. */
  onPreview: (id: string) => void;
}

function Decide({ rows, canDecide, onPreview }: DecideProps) {
  const { result, decide } = useDecide();
  const change = useChange();
  const again = useAction();
  const list = useKeptFocus();
  const [asked, setAsked] = useState<Asked>(null);
  const open = rows.filter(({ state }) => state === 'waiting');
  const selection = useSelection(open.map(({ id }) => id));
  const chosen = open.filter(({ id }) => selection.selected.includes(id));
  // With the same names to mask; where they are not known, a person says them.
  const extractAgain = ({ memory, policy }: Extraction) =>
    policy === null
      ? onPreview(memory.id)
      : void again.run(async () => {
          await change('POST /api/knowledge/extractions', {
            body: { memories: [memory.id], policy },
          });
        });
  return (
    <>
      <Outcome of={result} />
      <Failed of={again.failure} />
      {canDecide ? (
        <SelectionBar
          all={open.length}
          onAll={selection.selectAll}
          selected={selection.selected.length}
        >
          <Button onClick={() => setAsked({ verdict: 'approve', rows: chosen })} small>
            {text.approveMany(chosen.length)}
          </Button>
          <Button onClick={() => setAsked({ verdict: 'reject', rows: chosen })} small>
            {text.rejectMany(chosen.length)}
          </Button>
        </SelectionBar>
      ) : null}
      <ul aria-label={text.list} ref={list} tabIndex={-1}>
        {rows.map((row) => {
          const isOpen = canDecide && row.state === 'waiting';
          return (
            <ExtractionItem
              extraction={row}
              key={row.id}
              {...(isOpen
                ? {
                    isSelected: selection.isSelected(row.id),
                    onSelect: (on: boolean) => selection.select(row.id, on),
                  }
                : {})}
            >
              {isOpen ? (
                <div className="row-wrap">
                  <Button onClick={() => setAsked({ verdict: 'approve', rows: [row] })}>
                    {text.approve}
                  </Button>
                  <Button onClick={() => setAsked({ edit: row })}>{text.edit}</Button>
                  <Button onClick={() => setAsked({ verdict: 'reject', rows: [row] })}>
                    {text.reject}
                  </Button>
                </div>
              ) : null}
              {canDecide && row.state === 'stale' ? (
                <div className="row-wrap">
                  <Button busy={again.busy} onClick={() => extractAgain(row)}>
                    {text.again}
                  </Button>
                  <Button onClick={() => setAsked({ verdict: 'reject', rows: [row] })}>
                    {text.reject}
                  </Button>
                </div>
              ) : null}
            </ExtractionItem>
          );
        })}
      </ul>
      {asked !== null && 'verdict' in asked ? (
        <AskVerdict asked={asked} decide={decide} onClose={() => setAsked(null)} />
      ) : null}
      {asked !== null && 'edit' in asked ? (
        <EditExtraction
          approve={(knowledge, why) => decide([asked.edit], 'approve', { knowledge, why })}
          extraction={asked.edit}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

interface AskVerdictProps {
  asked: Extract<Asked, { rows: readonly Extraction[] }>;
  decide: ReturnType<typeof useDecide>['decide'];
  onClose: () => void;
}

function AskVerdict({ asked, decide, onClose }: AskVerdictProps) {
  return (
    <AskWhy
      act={(why) => decide(asked.rows, asked.verdict, { why })}
      danger={asked.verdict === 'reject'}
      detail={asked.verdict === 'approve' ? text.approveDetail : text.rejectDetail}
      onClose={onClose}
      title={
        asked.verdict === 'approve'
          ? text.approveTitle(asked.rows.length)
          : text.rejectTitle(asked.rows.length)
      }
      yes={asked.verdict === 'approve' ? text.approve : text.reject}
    >
      {asked.verdict === 'reject' || partly(asked.rows) === 0 ? null : (
        <Banner tone="need">{text.partly(partly(asked.rows))}</Banner>
      )}
      {asked.verdict === 'reject' || doubtful(asked.rows) === 0 ? null : (
        <Banner tone="need">{text.doubtCount(doubtful(asked.rows))}</Banner>
      )}
    </AskWhy>
  );
}

function Outcome({ of }: { of: Result | null }) {
  const isWhole = of === null || (of.changed === 0 && of.residue === null);
  return (
    <div role="status">
      {of === null ? null : (
        <Banner {...(isWhole ? {} : { tone: 'need' as const })}>
          <p>{of.verdict === 'approve' ? text.doneApprove(of.done) : text.doneReject(of.done)}</p>
          {of.changed === 0 ? null : <p>{knowledgeText.changedCount(of.changed)}</p>}
          {of.residue === null ? null : <p>{text.residue(text.ruleName(of.residue))}</p>}
        </Banner>
      )}
    </div>
  );
}
