import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { stateText as text } from '../../text/state-view.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlaceValue } from './place-value.tsx';
import type { DiffRow } from './state-diff.ts';
import { treeStep } from './tree-step.ts';
import type { Fresh } from './use-fresh.ts';
import { lastWrite, type Write, type Writes } from './writes.ts';

const ROW = 26;
const PHONE_ROW = 44;

interface StateRowsProps {
  rows: readonly DiffRow[];
  isDiff: boolean;
  phone: boolean;
  /** What just changed; null = nothing flashes. */
  fresh: Fresh | null;
  writes: Writes | null;
  pointer: string | null;
  nameOf: (agentId: string) => string;
  onToggle: (pointer: string, open: boolean) => void;
  onChoose: (pointer: string) => void;
}

/** The document as a virtual tree: one tab stop, arrows to walk, Enter to ask who wrote it. */
export function StateRows(props: StateRowsProps) {
  const { rows, isDiff, onToggle, onChoose } = props;
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (props.phone ? PHONE_ROW : ROW),
    overscan: 12,
  });
  const current = Math.min(active, rows.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = treeStep(event.key, rows, current);
    if (step === null) return;
    event.preventDefault();
    if (step.kind === 'toggle') onToggle(step.pointer, step.open);
    else if (step.kind === 'choose') onChoose(step.pointer);
    else {
      setActive(step.index);
      virtual.scrollToIndex(step.index);
    }
  };
  return (
    <>
      <div aria-hidden="true" className={isDiff ? 'sx-head is-diff' : 'sx-head'}>
        <span>{text.path}</span>
        {isDiff ? <span>{text.atA}</span> : null}
        <span>{isDiff ? text.atB : text.value}</span>
        <span>{text.written}</span>
      </div>
      <div
        aria-activedescendant={`${id}-${current}`}
        aria-label={isDiff ? text.diff : text.tree}
        className={isDiff ? 'sx-rows is-diff' : 'sx-rows'}
        onKeyDown={onKeyDown}
        ref={scroller}
        role="tree"
        tabIndex={0}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const flash = props.fresh?.places.has(row.pointer) === true;
            return (
              <Line
                active={index === current}
                chosen={row.pointer === props.pointer}
                flash={flash}
                id={`${id}-${index}`}
                isDiff={isDiff}
                // A new key starts the flash again.
                key={flash ? `${row.pointer}@${props.fresh?.sequence}` : row.pointer}
                nameOf={props.nameOf}
                onPress={() => {
                  setActive(index);
                  onChoose(row.pointer);
                }}
                onToggle={() => onToggle(row.pointer, !row.open)}
                row={row}
                top={start}
                write={props.writes === null ? undefined : lastWrite(props.writes, row.pointer)}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

interface LineProps {
  row: DiffRow;
  isDiff: boolean;
  write: Write | undefined;
  flash: boolean;
  active: boolean;
  chosen: boolean;
  id: string;
  top: number;
  nameOf: (agentId: string) => string;
  onPress: () => void;
  onToggle: () => void;
}

const tones = { '+': 'is-added', '-': 'is-removed', '±': 'is-changed', '': '' };
const signs = { '+': '+', '-': '−', '±': '±', '': '' };

function Line(props: LineProps) {
  const { row, isDiff, write, active, chosen } = props;
  const names = [
    'sx-r',
    isDiff ? tones[row.mark] : '',
    props.flash ? 'flash' : '',
    active ? 'is-active' : '',
    chosen ? 'is-at' : '',
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself holds the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree itself holds the focus (aria-activedescendant)
    <div
      aria-expanded={row.branch ? row.open : undefined}
      aria-level={row.depth + 1}
      aria-selected={chosen}
      className={names.filter(Boolean).join(' ')}
      id={props.id}
      onClick={props.onPress}
      role="treeitem"
      style={{ top: props.top }}
    >
      {isDiff ? (
        <span className="sx-g">
          <span aria-hidden="true">{signs[row.mark]}</span>
          <span className="sr">{text.mark[row.mark]}</span>
        </span>
      ) : null}
      <span className="sx-p" style={{ paddingLeft: row.depth * 15 }}>
        {row.branch ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: the tree opens and closes by its arrow keys
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree opens and closes by its arrow keys
          <span
            className="sx-o"
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle();
            }}
          >
            <Icon of={row.open ? ChevronDown : ChevronRight} />
          </span>
        ) : (
          <span className="sx-o" />
        )}
        <span className="j-k cut" dir="auto">
          {visibleText(row.name)}
        </span>
      </span>
      {isDiff ? (
        <span className="sx-a">
          <PlaceValue value={row.a} />
        </span>
      ) : null}
      <span className="sx-b">
        <PlaceValue value={row.b} />
      </span>
      <span className="sx-w">
        {write === undefined ? null : (
          <>
            {write.agentId.startsWith('operator:') ? (
              <PersonAvatar name={props.nameOf(write.agentId)} />
            ) : (
              <AgentAvatar name={props.nameOf(write.agentId)} />
            )}
            {write.sequence.toLocaleString('en')}
          </>
        )}
      </span>
    </div>
  );
}
