import { onlyReads } from '@countersign/desk/permissions';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Away } from '../../live/prompts/absence.ts';
import { useClosedSince } from '../../live/prompts/closed-prompts.ts';
import { usePrompts } from '../../live/prompts/queue-pages.ts';
import { useMe, useTasks } from '../../live/queries.ts';
import { useServerMinute } from '../../live/session/server-now.ts';
import { sinceText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeys } from '../../ui/keys/keys.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ShiftNotes } from './shift-notes.tsx';
import { SinceRow } from './since-row.tsx';
import { type Answerer, type SinceItem, sinceLeft } from './since-sections.ts';
import './since-page.css';

/** Who was never away looks back as far as this. */
const SHIFT_MS = 12 * 3_600_000;

interface SinceProps {
  away: Away;
  onOpen: (item: SinceItem) => void;
  inboxLink: (words: ReactNode) => ReactNode;
}

function Counted({ title, of }: { title: string; of: readonly Answerer[] }) {
  if (of.length === 0) return null;
  return (
    <section className="stack-tight">
      <h2>{title}</h2>
      {of.map(({ name, count, edited, refused }) => (
        <p className="small" key={name}>
          <b className="strong">{visibleText(name)}</b>{' '}
          <span>{text.answers(count, edited, refused)}</span>
        </p>
      ))}
    </section>
  );
}

/** What happened while the operator was away: walked with J and K, opened with Enter. */
export function SincePage({ away, onOpen, inboxLink }: SinceProps) {
  const now = useServerMinute();
  const [start] = useState(() => away.from ?? now - SHIFT_MS);
  const from = away.from ?? start;
  const me = useMe().data ?? null;
  const closed = useClosedSince(from).data;
  const open = usePrompts({ every: true }).data;
  const tasks = useTasks().data;
  const since = useMemo(
    () =>
      closed === undefined || open === undefined || tasks === undefined
        ? null
        : sinceLeft({ me, from, now, closed, open, tasks }),
    [me, from, now, closed, open, tasks],
  );
  const items = since?.sections.flatMap((section) => section.items) ?? [];
  const [current, setCurrent] = useState<string | null>(null);
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set());
  const place = useRef<HTMLDivElement>(null);
  const walk = (step: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === current);
    const next = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    setCurrent(next.id);
    setLooked((before) => new Set([...before, next.id]));
    document.getElementById(`since-${next.id}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  const openItem = (item: SinceItem | undefined) => item !== undefined && onOpen(item);
  useKeys({
    id: 'since',
    name: text.title,
    bindings: [
      { keys: 'j', label: text.next, repeats: true, run: () => walk(1) },
      { keys: 'k', label: text.previous, repeats: true, run: () => walk(-1) },
      {
        keys: 'Enter',
        label: text.open,
        run: () => openItem(items.find(({ id }) => id === current)),
      },
    ],
  });
  return (
    <div className="since full-height">
      <header className="line-below page-head since-head row wrapping">
        <h1>{text.title}</h1>
        <span className="muted small">{text.span(formatMoment(from, now))}</span>
        <span className="grow" />
        <span className="small tabular" role="status">
          {text.looked(looked.size, items.length)}
        </span>
        <Button disabled={items.length === 0} onClick={() => walk(1)}>
          {text.next}
          <Kbd keys="j" />
        </Button>
        {inboxLink(text.toInbox)}
      </header>
      {since === null ? (
        <Skeleton rows={8} label={text.loading} />
      ) : (
        <div
          className="scroll-area"
          role="listbox"
          aria-label={text.title}
          aria-activedescendant={current === null ? undefined : `since-${current}`}
          tabIndex={0}
          ref={place}
        >
          {items.length === 0 && <EmptyState title={text.nothing}>{text.nothingDetail}</EmptyState>}
          {since.sections.map(({ kind, items: of }) => (
            // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, no field sets
            <div key={kind} role="group" aria-label={text.kinds[kind]}>
              <p className="since-group small strong on-panel" aria-hidden>
                {text.kinds[kind]} <span className="muted tabular">{of.length}</span>
              </p>
              {of.map((item) => (
                <SinceRow
                  key={item.id}
                  item={item}
                  current={item.id === current}
                  looked={looked.has(item.id)}
                  onOpen={() => onOpen(item)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <aside className="since-side scroll-area stack-wide" aria-label={text.side}>
        <ShiftNotes from={from} now={now} readOnly={onlyReads(me)} />
        {since !== null && (
          <>
            <Counted title={text.byPeople} of={since.people} />
            <Counted title={text.byRules} of={since.rules} />
            {since.defaults > 0 && <p className="small">{text.defaults(since.defaults)}</p>}
          </>
        )}
      </aside>
    </div>
  );
}
