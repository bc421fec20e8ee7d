import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { FailedOperation, Thread } from '@countersign/thread/thread';
import { TriangleAlert } from 'lucide-react';
import type { TaskSource } from '../../live/task-source.ts';
import { figure } from '../../text/count.ts';
import { commonText, stateText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { BlamePanel } from './blame-panel.tsx';
import { maxWriteEvents } from './use-writes.ts';
import type { Writes } from './writes.ts';
import '../../ui/json/json-colors.css';

interface SidePanelProps {
  source: TaskSource;
  thread: Thread;
  from: number;
  isDiff: boolean;
  writes: Writes | null;
  pointer: string | null;
  nameOf: (agentId: string) => string;
  onPointer: (pointer: string) => void;
  onGo: (sequence: number) => void;
  onClose: () => void;
}

/** Next to the document: the authors of the chosen place, what did not apply, the most frequent changes. */
export function SidePanel(props: SidePanelProps) {
  const { source, thread, pointer } = props;
  return (
    <aside className="scrolls on-panel side-pane state-side small">
      {pointer === null ? (
        <section className="stack">
          <h2 className="small">{text.blame.title}</h2>
          <p className="muted">{text.blame.choose}</p>
        </section>
      ) : (
        <>
          <Whole pointer={pointer} state={thread.state} />
          <BlamePanel
            at={thread.sequence}
            key={pointer}
            nameOf={props.nameOf}
            onClose={props.onClose}
            onGo={props.onGo}
            pointer={pointer}
            source={source}
          />
        </>
      )}
      <Failed onGo={props.onGo} operations={thread.failedOperations} />
      <Most
        cut={thread.sequence - props.from > maxWriteEvents}
        isDiff={props.isDiff}
        onPointer={props.onPointer}
        writes={props.writes}
      />
    </aside>
  );
}

/** Longer than this a text is cut in its row. */
const LONG_CHARS = 60;

/** A long text of the chosen place, to be read to its end and taken along. */
function Whole({ state, pointer }: { state: unknown; pointer: string }) {
  const value = valueAt(state, tokensOf(pointer));
  if (typeof value !== 'string' || value.length <= LONG_CHARS) return null;
  return (
    <section className="stack">
      <JsonView label={text.value} short value={value} />
    </section>
  );
}

const SHOWN = 20;

function Failed({
  operations,
  onGo,
}: {
  operations: readonly FailedOperation[];
  onGo: (sequence: number) => void;
}) {
  const words = text.failed;
  return (
    <section className="stack">
      <h2 className="row small">
        <span className="grow">{words.title}</span>
        {operations.length === 0 ? null : (
          <Badge icon={TriangleAlert} tone="fail">
            {figure(operations.length)}
          </Badge>
        )}
      </h2>
      {operations.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <>
          <ul>
            {operations
              .slice(-SHOWN)
              .reverse()
              .map(({ sequence, operation, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several operations of one event have no other identity
                <li key={`${sequence}-${index}`}>
                  <pre className="rounded code verbatim">
                    <span className="json-key">{operation.op}</span>{' '}
                    {visibleText(operation.path || '/')}
                    {operation.value === undefined ? null : (
                      <>
                        {'\n'}
                        <span className="json-string" dir="auto" lang="">
                          {visibleText(JSON.stringify(operation.value).slice(0, 200))}
                        </span>
                      </>
                    )}
                  </pre>
                  <p className="muted">
                    <button className="link" onClick={() => onGo(sequence)} type="button">
                      {words.at(sequence)}
                    </button>{' '}
                    {commonText.sentence(visibleText(reason))}
                    {commonText.gap}
                    {words.kept}
                  </p>
                </li>
              ))}
          </ul>
          {operations.length > SHOWN ? (
            <p className="muted">{words.more(operations.length - SHOWN)}</p>
          ) : null}
        </>
      )}
    </section>
  );
}

function Most({
  writes,
  isDiff,
  cut,
  onPointer,
}: {
  writes: Writes | null;
  isDiff: boolean;
  cut: boolean;
  onPointer: (pointer: string) => void;
}) {
  const words = text.most;
  const most = (writes?.most ?? []).slice(0, 10);
  const top = most[0]?.events ?? 1;
  return (
    <section className="stack">
      <h2 className="row small">
        <span className="grow">{isDiff ? words.between : words.title}</span>
        <span className="muted">{words.unit}</span>
      </h2>
      {most.length === 0 ? (
        <p className="muted">
          {writes === null ? text.reading : isDiff ? words.noneBetween : words.none}
        </p>
      ) : null}
      <ul className="state-most">
        {most.map(({ pointer, events }) => (
          <li className="cells" key={pointer}>
            <button
              className="link truncate mono target-height"
              onClick={() => onPointer(pointer)}
              type="button"
            >
              {pointer === '' ? words.whole : visibleText(pointer)}
            </button>
            <i aria-hidden="true" style={{ width: `${(events / top) * 100}%` }} />
            <span className="number tabular">{figure(events)}</span>
          </li>
        ))}
      </ul>
      {cut ? <p className="muted">{words.newest(maxWriteEvents)}</p> : null}
    </section>
  );
}
