import type { Thread } from '@countersign/thread/thread';
import { useMemo, useState } from 'react';
import { type Past, useThreadAt } from '../../live/events/use-past.ts';
import { errorText } from '../../live/problem-text.ts';
import { stateText as text } from '../../text/texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { usePhone } from '../../ui/hooks/use-phone.ts';
import { useThrottled } from '../../ui/hooks/use-throttled.ts';
import { treeRows } from '../../ui/json/tree-rows.ts';
import { useTreeOpening } from '../../ui/json/use-tree-opening.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copiedJson } from '../../ui/texts/copied-json.ts';
import { diffCounts } from './diff-counts.ts';
import { marksOf } from './position-marks.ts';
import { SidePanel } from './side-panel.tsx';
import { StateBar, type StateMode } from './state-bar.tsx';
import { StateRows } from './state-rows.tsx';
import './state.css';
import { useTracked } from './use-tracked.ts';
import { useWrites } from './use-writes.ts';

interface StateExplorerProps {
  past: Past;
  /** As it was at the position shown. */
  thread: Thread;
  /** The position shown (B); null = live. */
  at: number | null;
  /** The position it is compared with (A), from the address. */
  from: number | null;
  nameOf: (agentId: string) => string;
  onFrom: (from: number | null) => void;
  onGo: (sequence: number) => void;
}

/** The shared state: the document, what differs between two positions, and who wrote what. */
export function StateExplorer(props: StateExplorerProps) {
  const { past, at, nameOf, onGo } = props;
  const [mode, setMode] = useState<StateMode>('tree');
  // The cost of a tree is that of its visible rows; two documents are compared as a whole.
  const thread = useThrottled(props.thread, mode === 'tree' ? 50 : 500);
  const marks = useMemo(() => marksOf(thread), [thread]);
  const from = Math.min(props.from ?? marks.at(-1)?.sequence ?? 1, Math.max(1, thread.sequence));
  const then = useThreadAt(past, mode === 'diff' ? from : null);
  // One document is shown with its authors of all times; two with those who wrote between them.
  const since = mode === 'diff' ? from : 0;
  const writes = useWrites(past, since, useThrottled(thread.sequence, 2_000));
  const [changedOnly, setChangedOnly] = useState(true);
  const opened = useTreeOpening();
  const { opening } = opened;
  const [pointer, setPointer] = useState<string | null>(null);
  const { changes } = useTracked(thread);
  const phone = usePhone();
  const before = mode === 'diff' ? then.thread?.state : thread.state;
  const rows = useMemo(
    () => treeRows(before, thread.state, { opening, changedOnly: mode === 'diff' && changedOnly }),
    [before, thread.state, opening, mode, changedOnly],
  );
  const counts = useMemo(
    () => (mode === 'diff' ? diffCounts(before, thread.state) : null),
    [mode, before, thread.state],
  );
  const reading = mode === 'diff' && then.status !== 'ready' && then.thread === null;

  return (
    <div className="state-explorer column grow">
      <StateBar
        at={at}
        changedOnly={changedOnly}
        counts={reading ? null : counts}
        from={from}
        head={thread.sequence}
        marks={marks}
        mode={mode}
        onChangedOnly={setChangedOnly}
        onFrom={props.onFrom}
        onMode={setMode}
      />
      <div className="pane-and-side fill-height">
        <div className="state-doc column">
          {thread.state === undefined && before === undefined ? (
            <EmptyState title={text.none}>
              {at === null ? text.noneDetail : text.noneThen}
            </EmptyState>
          ) : mode === 'json' ? (
            <div className="scrolls state-json">
              <div className="row">
                <span className="grow" />
                <CopyButton text={() => copiedJson(thread.state)}>{text.copy}</CopyButton>
              </div>
              <JsonView copy={false} label={text.json} value={thread.state} />
            </div>
          ) : then.status === 'error' && mode === 'diff' ? (
            <ErrorPanel
              detail={errorText(then.error)}
              onRetry={then.retry}
              title={text.failedRead}
            />
          ) : reading ? (
            <Skeleton label={text.reading} rows={8} />
          ) : rows.length === 0 && mode === 'diff' ? (
            <EmptyState title={text.same}>{text.sameDetail}</EmptyState>
          ) : (
            <StateRows
              changes={mode === 'tree' ? changes : null}
              isDiff={mode === 'diff'}
              nameOf={nameOf}
              onChoose={setPointer}
              opened={opened}
              phone={phone}
              pointer={pointer}
              rows={rows}
              writes={writes}
            />
          )}
        </div>
        <SidePanel
          from={since}
          isDiff={mode === 'diff'}
          nameOf={nameOf}
          onClose={() => setPointer(null)}
          onGo={onGo}
          onPointer={setPointer}
          pointer={pointer}
          source={past.source}
          thread={thread}
          writes={writes}
        />
      </div>
    </div>
  );
}
