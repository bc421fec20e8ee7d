import type { DecisionReceipt } from '@countersign/api/bulk';
import { problemSlug } from '@countersign/api/problem';
import type { Prompt } from '@countersign/api/prompt';
import { CircleCheck, CircleDashed, Hourglass, Minus, TriangleAlert, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useServerNow } from '../../../live/session/server-now.ts';
import { askLang, askText } from '../../../text/statements/asked-words.ts';
import { problemText } from '../../../text/statements/problems.ts';
import { faultText } from '../../../text/statements/statements.ts';
import { commonText, bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { filled } from '../../../ui/filled.ts';
import { formatClock, formatMinute } from '../../../ui/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import type { BulkColumns } from './bulk-columns.ts';
import { ContentCells, ContentHeads, shortSeal } from './content-cells.tsx';
import {
  countsOf,
  decisionNow,
  isRecallable,
  recallableOf,
  type SentMany,
} from './receipt-counts.ts';

function whySkipped({ problem, prompt }: DecisionReceipt): string {
  const decision = prompt?.decision ?? null;
  if (problem !== null && problemSlug(problem) === 'prompt-answered' && decision !== null)
    return text.answeredBy(decision.by.name, formatMinute(decision.recordedAt));
  const [fault] = problem?.errors ?? [];
  const words = fault ? faultText(fault) : problem ? problemText(problem) : '';
  return words === '' ? text.missing : `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

interface ResultProps {
  sent: SentMany;
  receipt: DecisionReceipt | undefined;
  live: Prompt | undefined;
  /** Result of a recall: the reason of a failure, null = recalled; absent = not tried. */
  recalled: string | null | undefined;
  now: number;
}

function Result({ sent, receipt, live, recalled, now }: ResultProps) {
  if (receipt === undefined) return <span className="muted">{text.missing}</span>;
  if (receipt.result === 'changed') {
    return (
      <>
        <Icon of={TriangleAlert} small tone="need" />
        {text.changedNotSent}
      </>
    );
  }
  if (receipt.result === 'recalled') {
    return (
      <>
        <Icon of={Undo2} small />
        {text.recalled}
      </>
    );
  }
  if (receipt.result === 'voted') {
    return (
      <>
        <Icon of={Hourglass} small tone="need" />
        {text.voted}
      </>
    );
  }
  if (receipt.result === 'skipped') {
    return (
      <>
        <Icon of={Minus} small />
        {text.skipped(whySkipped(receipt))}
      </>
    );
  }
  const decision = decisionNow(sent, receipt, live);
  if (decision === null) return null;
  if (recalled === null || decision.state === 'recalled') {
    return (
      <>
        <Icon of={Undo2} small />
        {text.recalled}
      </>
    );
  }
  const state = isRecallable(decision, now)
    ? sent.releaseAt === undefined
      ? text.heldTogether
      : text.held(Math.ceil(((decision.releaseAt ?? now) - now) / 1_000))
    : decision.state === 'recorded' && decision.waitsFor.length > 0
      ? text.waits
      : text.decisionStates[decision.state];
  return (
    <>
      {decision.state === 'undeliverable' || decision.state === 'refused' ? (
        <Icon of={TriangleAlert} small tone="fail" />
      ) : decision.state === 'acknowledged' ? (
        <Icon of={CircleCheck} small tone="done" />
      ) : (
        <Icon of={CircleDashed} small />
      )}
      {text.done(sent.type, state)}
      {typeof recalled === 'string' && (
        <span className="small side-by-side error-text">{text.notRecalled(recalled)}</span>
      )}
    </>
  );
}

interface BulkReceiptProps {
  sent: SentMany;
  columns: BulkColumns;
  /** As they are now. */
  live: ReadonlyMap<string, Prompt>;
  /** Who answered, by name. */
  name: string;
  recalled: ReadonlyMap<string, string | null>;
  recalling: boolean;
  /** Rows of the table that still can be answered. */
  rest: number;
  onRecall: () => void;
  /** It has been drawn in a window that is seen. */
  onShown: () => void;
  onRest: () => void;
  onBack: () => void;
}

/** Calls this once the receipt is painted, as soon as its window is seen. */
function useShown(onShown: () => void) {
  const latest = useRef(onShown);
  useEffect(() => {
    latest.current = onShown;
  });
  useEffect(() => {
    let frame = 0;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => latest.current());
      });
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      document.removeEventListener('visibilitychange', look);
      cancelAnimationFrame(frame);
    };
  }, []);
}

interface ReceiptRowProps extends Pick<BulkReceiptProps, 'sent' | 'columns' | 'recalled'> {
  prompt: Prompt;
  live: Prompt | undefined;
  now: number;
}

function ReceiptRow({ prompt, sent, columns, live, recalled, now }: ReceiptRowProps) {
  const receipt = sent.receipts.get(prompt.id);
  const words = sent.words.get(prompt.id);
  const ask = visibleText(askText(prompt));
  return (
    <tr>
      <th scope="row" className="bulk-ask sticky-cell" title={ask}>
        <span className="truncate" dir="auto" lang={askLang(prompt)}>
          {ask}
        </span>
      </th>
      <td data-label={text.result} className="bulk-result sticky-cell">
        <span className="row-tight">
          <Result
            sent={sent}
            receipt={receipt}
            live={live}
            recalled={recalled.get(receipt?.decision?.id ?? '')}
            now={now}
          />
        </span>
      </td>
      {sent.words.size > 0 && (
        <td data-label={text.sentColumn}>
          <span className="truncate strong" title={words}>
            <bdi>{words}</bdi>
          </span>
        </td>
      )}
      <ContentCells prompt={prompt} columns={columns} />
      <td data-label={text.seal} className="mono muted" title={prompt.digest}>
        {shortSeal(prompt.digest)}
      </td>
    </tr>
  );
}

interface ReceiptFootProps
  extends Pick<
    BulkReceiptProps,
    'sent' | 'name' | 'recalling' | 'rest' | 'onRecall' | 'onRest' | 'onBack'
  > {
  counts: ReturnType<typeof countsOf>;
  /** How many can still be recalled. */
  open: number;
}

/** The sum of all lines, and what comes next. */
function ReceiptFoot(props: ReceiptFootProps) {
  const { sent, name, counts, open, recalling, rest, onRecall, onRest, onBack } = props;
  return (
    <footer className="line-above bulk-answer stack rigid">
      <p className="small muted help-text" role="status">
        {filled(
          (words) => text.countsOf(words, sent.rows.length),
          <b className="strong">{text.counts(counts)}</b>,
        )}
        {commonText.gap}
        {counts.held + counts.onTheWay + counts.done > 0 &&
          text.signed(sent.type, name, formatClock(sent.at))}
      </p>
      <div className="bulk-send row-wide wraps-on-phone">
        <span className="grow" />
        {open > 0 && (
          <Button busy={recalling} data-decides onClick={onRecall}>
            {text.recallAll(open)}
            <Kbd keys="z" />
          </Button>
        )}
        {rest > 0 && <Button onClick={onRest}>{text.rest(rest)}</Button>}
        <Button variant="primary" className="grows-on-phone" onClick={onBack}>
          {text.back}
        </Button>
      </div>
    </footer>
  );
}

/** One line for each row that was shown: its result, and its seal. */
export function BulkReceipt(props: BulkReceiptProps) {
  const { sent, columns, live, recalled } = props;
  useShown(props.onShown);
  const now = useServerNow();
  const list = useRef<HTMLElement>(null);
  // The focused button is removed after sending by key: the recall key acts from here.
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const counts = countsOf({ sent, live, recalled, now });
  const open = recallableOf(sent, live, now).filter((id) => recalled.get(id) !== null);
  return (
    <>
      <section
        className="bulk-scroll scroll-area"
        aria-label={text.receipt}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        ref={list}
      >
        <table className="small data-table head-stays stacked-on-phone bulk-grid is-receipt">
          <thead>
            <tr>
              <th scope="col" className="bulk-ask sticky-cell">
                {text.ask}
              </th>
              <th scope="col" className="bulk-result sticky-cell">
                {text.result}
              </th>
              {sent.words.size > 0 && <th scope="col">{text.sentColumn}</th>}
              <ContentHeads {...columns} />
              <th scope="col">{text.seal}</th>
            </tr>
          </thead>
          <tbody>
            {sent.rows.map((prompt) => (
              <ReceiptRow
                key={prompt.id}
                prompt={prompt}
                sent={sent}
                columns={columns}
                live={live.get(prompt.id)}
                recalled={recalled}
                now={now}
              />
            ))}
          </tbody>
        </table>
      </section>
      <ReceiptFoot {...props} counts={counts} open={open.length} />
    </>
  );
}
