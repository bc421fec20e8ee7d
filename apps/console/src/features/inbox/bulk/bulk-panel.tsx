import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { ArrowUp, ChevronLeft } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../live/session/client-context.tsx';
import type { BulkType } from '../../../text/message-parameters.ts';
import { askerName } from '../../../text/sender-name.ts';
import { askText } from '../../../text/statements/asked-words.ts';
import { answerButtonText, decisionText, bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { restartFocusGuard } from '../../../ui/keys/focus-guard.ts';
import { useKeys } from '../../../ui/keys/keys.tsx';
import { commonAsk } from '../group-text.ts';
import { BulkAnswer, bulkKinds } from './bulk-answer.tsx';
import { type BulkColumns, useColumnChoice } from './bulk-columns.ts';
import { BulkQuestions } from './bulk-questions.tsx';
import { BulkReceipt } from './bulk-receipt.tsx';
import { BulkRecording } from './bulk-recording.tsx';
import { BulkRows } from './bulk-rows.tsx';
import { SameInAll } from './bulk-same.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { sumsOf, sumWords } from './column-sums.ts';
import { type Differing, differingOf } from './differing.ts';
import { FillBar } from './fill/fill-bar.tsx';
import { MAX_ROWS } from './max-rows.ts';
import { type OneQuestion, questionsOf } from './questions-of.ts';
import { type Bulk, useBulk } from './use-bulk.ts';
import { useRowsSeen } from './use-rows-seen.ts';
import './bulk-panel.css';

export interface BulkPanelProps {
  /** All known prompts, live. */
  live: readonly Prompt[];
  /** Open prompts that belong in the table now, in order; what is shown is frozen when it opens. */
  belonging: readonly Prompt[];
  /** How many belong in it, when that is more than are here. */
  total?: number | undefined;
  me: Operator | null;
  onOpen: (promptId: string) => void;
  onBack: () => void;
}

interface KeysOf {
  bulk: Bulk;
  place: RefObject<HTMLElement | null>;
  canFill: boolean;
  recall: () => void;
}

function useBulkKeys({ bulk, place, canFill, recall }: KeysOf) {
  const field = useRef<HTMLTextAreaElement>(null);
  const choose = (type: BulkType) => {
    if (bulk.sending || bulk.sent !== null) return;
    if (type === 'edit' && !canFill) return;
    bulk.setDraft({ ...bulk.draft, type: bulk.draft.type === type ? null : type });
  };
  const { type } = bulk.draft;
  /** To the first question that still has to be confirmed. */
  const confirm = () =>
    place.current?.querySelector<HTMLElement>('[data-confirm] [aria-checked="false"]')?.focus();
  const first = useRef(true);
  useEffect(() => {
    const filling = place.current?.querySelector<HTMLElement>(
      '.fill-all :is(input, select, textarea)',
    );
    if (!first.current && type !== null) (type === 'edit' ? filling : field.current)?.focus();
    first.current = false;
  }, [type, place]);
  useKeys({
    id: 'bulk',
    name: text.keysName,
    within: place,
    bindings: [
      ...bulkKinds.map((kind) => ({
        keys: kind.key,
        label: answerButtonText[kind.type],
        guarded: true,
        run: () => choose(kind.type),
      })),
      {
        keys: '$mod+Enter',
        label: decisionText.keys.send,
        guarded: true,
        whileTyping: true,
        run: () => void (bulk.sent === null && (bulk.blocked === null ? bulk.send() : confirm())),
      },
      // A recall decides nothing, so it need not wait for the guard.
      { keys: 'z', label: text.recallKey, run: recall },
    ],
  });
  return { field, choose };
}

interface HeadProps {
  bulk: Bulk;
  title: string;
  /** The task of all rows; null = of several. */
  task: string | null;
  /** What the columns of numbers come to, in words. */
  sums: readonly string[];
  tools: ReactNode;
  onBack: () => void;
}

function Head({ bulk, title, task, sums, tools, onBack }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    restartFocusGuard();
  }, []);
  const shown = bulk.rows.length;
  const critical = bulk.rows.filter((row) => row.shown.severity === 'critical').length;
  return (
    <header className="line-below bulk-head rigid">
      <div className="row-tight">
        <IconButton label={text.back} icon={ChevronLeft} className="small-only" onClick={onBack} />
        <h1 className="breakable" tabIndex={-1} ref={heading} data-prompt-head>
          {title}
        </h1>
      </div>
      <div className="row-tight wraps-on-phone muted fine-print bulk-figures">
        {task !== null && (
          <>
            <span className="truncate" dir="auto" lang="">
              {visibleText(task)}
            </span>
            <span aria-hidden className="desk-only">
              ·
            </span>
          </>
        )}
        <span className="truncate bulk-shown">
          {bulk.sent === null ? text.rowsShown(shown) : text.rowsAnswered(bulk.sent.rows.length)}
        </span>
        {bulk.sent === null && critical > 0 && (
          <b className="strong nowrap error-text">{text.criticalRows(critical)}</b>
        )}
        {bulk.sent === null &&
          sums.map((sum) => (
            <span key={sum} className="truncate tabular ink">
              {sum}
            </span>
          ))}
        {bulk.sent === null && bulk.newcomers.length > 0 && (
          <button
            type="button"
            className="fine-print anchor queue-new row-inline-tight rigid strong nowrap"
            title={text.newRowsHint}
            disabled={bulk.sending}
            onClick={bulk.admit}
          >
            <Icon of={ArrowUp} small />
            {text.newRows(bulk.newcomers.length)}
          </button>
        )}
        <i className="grow" />
        {tools}
      </div>
      {bulk.total > shown && (
        <p className="small muted help-text" role="status">
          {text.capped(MAX_ROWS, bulk.total)}
        </p>
      )}
    </header>
  );
}

interface RowsProps {
  bulk: Bulk;
  shown: readonly Prompt[];
  /** The questions of the rows; more than one get a section each. */
  mixed: readonly OneQuestion[];
  columns: BulkColumns;
  isFilling: boolean;
  title: string;
  scrollRef: RefObject<HTMLElement | null>;
  onOpen: (promptId: string) => void;
}

/** The rows of the table, as questions, to be answered or to be filled in. */
function Rows({ bulk, shown, mixed, columns, isFilling, title, scrollRef, onOpen }: RowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="bulk-scroll scroll-area" aria-label={title} tabIndex={0} ref={scrollRef}>
      {mixed.length > 1 ? (
        <BulkQuestions questions={mixed} bulk={bulk} onOpen={onOpen} />
      ) : (
        <>
          {!isFilling && <SameInAll shown={shown} columns={columns} />}
          {isFilling && (
            <FillBar
              fill={bulk.fill}
              ids={shown.flatMap(({ id }) => (bulk.included.has(id) ? [id] : []))}
              askOf={(id) =>
                shown
                  .filter((prompt) => prompt.id === id)
                  .map(askText)
                  .join()
              }
            />
          )}
          <BulkRows
            fill={isFilling ? bulk.fill : undefined}
            rows={bulk.rows}
            columns={columns}
            included={bulk.included}
            onInclude={bulk.include}
            onIncludeAll={bulk.includeAll}
            onSorted={bulk.onSorted}
            onLook={bulk.look}
            onOpen={onOpen}
          />
        </>
      )}
    </section>
  );
}

const none: readonly string[] = [];
const nothingDiffers: Differing = { columns: [], cells: new Map(), same: new Map() };

/** What the columns of a table of these prompts are, and what its numbers come to. */
function useTableColumns(of: readonly Prompt[]) {
  const mixed = useMemo(() => questionsOf(of), [of]);
  const isMixed = mixed.length > 1;
  const choice = useColumnChoice();
  // Between different questions everything differs: each is shown in its own section.
  const differing = useMemo(() => (isMixed ? nothingDiffers : differingOf(of)), [of, isMixed]);
  const columns = useMemo(
    () => ({
      differing,
      shown: differing.columns.filter(choice.isShown),
      agents: new Set(of.map((prompt) => askerName(prompt))).size > 1,
      tasks: new Set(of.map((prompt) => prompt.taskId)).size > 1,
    }),
    [of, differing, choice],
  );
  const sums = useMemo(
    () => sumsOf(of, differing).map((sum) => sumWords(sum).whole),
    [of, differing],
  );
  return { mixed, isMixed, differing, columns, choice, sums };
}

/** Equal prompts, or selected ones, as a table of exactly what differs; one answer to exactly the rows that are rendered. */
export function BulkPanel({ live, belonging, total, me, onOpen, onBack }: BulkPanelProps) {
  const client = useClient();
  const ref = useRef<HTMLElement>(null);
  const scrollRef = useRef<HTMLElement>(null);
  const [marks, setMarks] = useState<readonly string[]>([]);
  const seen = useRowsSeen(scrollRef, marks);
  const bulk = useBulk({ live, belonging, total, me, now: client.serverNow, seen });
  const ids = bulk.sent === null ? bulk.rows.map((row) => row.shown.id) : none;
  if (ids.join('\n') !== marks.join('\n')) setMarks(ids);
  const { sent } = bulk;
  const shown = useMemo(() => bulk.rows.map((row) => row.shown), [bulk.rows]);
  const of = sent?.rows ?? shown;
  const { mixed, isMixed, differing, columns, choice, sums } = useTableColumns(of);
  const byId = useMemo(() => new Map(live.map((prompt) => [prompt.id, prompt])), [live]);
  // Different questions have different fields: each is filled in separately.
  const canFill = !isMixed && bulk.fill.fields.length > 0;
  const isFilling = canFill && bulk.draft.type === 'edit';
  const { field, choose } = useBulkKeys({ bulk, place: ref, canFill, recall: bulk.recall });
  const [first] = shown;
  if (first === undefined) {
    return (
      <section className="decision column padded" aria-label={text.panel}>
        <EmptyState title={text.nothing} action={<Button onClick={onBack}>{text.back}</Button>}>
          {text.nothingDetail}
        </EmptyState>
      </section>
    );
  }
  const asks = visibleText(commonAsk(shown.map(askText)));
  const agents = new Set(of.map((prompt) => askerName(prompt))).size;
  const title = isMixed
    ? text.differentQuestions(mixed.length, agents)
    : columns.agents
      ? asks
      : text.askTogether(visibleText(askerName(first)), asks);
  return (
    <section className="decision column" aria-label={text.panel} ref={ref}>
      <Head
        bulk={bulk}
        title={title}
        task={columns.tasks ? null : first.taskTitle}
        sums={sums}
        tools={<ColumnChooser columns={differing.columns} choice={choice} />}
        onBack={onBack}
      />
      {sent === null ? (
        <>
          <Rows
            bulk={bulk}
            shown={shown}
            mixed={mixed}
            columns={columns}
            isFilling={isFilling}
            title={title}
            scrollRef={scrollRef}
            onOpen={onOpen}
          />
          {bulk.recording.length > 1 ? (
            <BulkRecording ids={bulk.recording} recalling={bulk.recalling} onRecall={bulk.recall} />
          ) : (
            <BulkAnswer
              same={isMixed ? null : shown.filter(({ id }) => bulk.included.has(id))}
              draft={bulk.draft}
              count={bulk.leaving}
              canFill={canFill}
              untouched={isFilling ? bulk.filled.untouched : 0}
              blocked={bulk.blocked}
              notPossible={bulk.notPossible}
              sending={bulk.sending}
              failure={bulk.failure}
              fieldRef={field}
              onDraft={bulk.setDraft}
              onChoose={choose}
              onSend={bulk.send}
              seen={bulk.seen}
              critical={bulk.critical}
              criticalConfirmed={bulk.criticalConfirmed}
              onConfirmCritical={bulk.confirmCritical}
            />
          )}
        </>
      ) : (
        <BulkReceipt
          sent={sent}
          columns={columns}
          live={byId}
          name={me?.name ?? ''}
          recalled={bulk.recalled}
          recalling={bulk.recalling}
          onShown={bulk.shown}
          rest={bulk.rows.filter((row) => row.rowStatus.kind !== 'closed').length}
          onRecall={bulk.recall}
          onRest={bulk.continueRun}
          onBack={onBack}
        />
      )}
    </section>
  );
}
