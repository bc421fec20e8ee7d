import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { taskText } from '../../text/task.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import type { StateChange } from './state-changes.ts';
import { type StateRow, stateRows } from './state-rows.ts';
import { treeKey } from './tree-keys.ts';

const ROW = 22;
const FLASH_MS = 600;

interface StateTreeProps {
  state: unknown;
  changes: ReadonlyMap<string, StateChange>;
  /** Sequence of the newest change: only its old values are shown. */
  sequence: number;
}

/** The shared state as a virtual tree: one tab stop, arrows to walk, what changed flashes once. */
export function StateTree({ state, changes, sequence }: StateTreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useMemo(() => stateRows(state, toggled), [state, toggled]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const current = Math.min(active, rows.length - 1);

  const toggle = (row: StateRow, open: boolean) =>
    setToggled((before) => new Map(before).set(row.pointer, open));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = treeKey(event.key, rows, current);
    if (!step) return;
    event.preventDefault();
    if (step.toggle !== undefined) toggle(step.row, step.toggle);
    else {
      setActive(step.index);
      virtual.scrollToIndex(step.index);
    }
  };

  return (
    <div
      aria-activedescendant={`${id}-${current}`}
      aria-label={taskText.state.tree}
      className="tree"
      onKeyDown={onKeyDown}
      ref={scroller}
      role="tree"
      tabIndex={0}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((place) => {
          const row = rows[place.index];
          if (!row) return null;
          const change = changes.get(row.pointer);
          return (
            <StateLine
              active={place.index === current}
              change={change}
              fresh={change?.sequence === sequence}
              id={`${id}-${place.index}`}
              key={`${row.pointer}@${change?.sequence ?? 0}`}
              onPress={() => {
                setActive(place.index);
                if (row.size !== null) toggle(row, !row.open);
              }}
              row={row}
              top={place.start}
            />
          );
        })}
      </div>
    </div>
  );
}

interface StateLineProps {
  row: StateRow;
  change: StateChange | undefined;
  fresh: boolean;
  active: boolean;
  id: string;
  top: number;
  onPress: () => void;
}

function StateLine({ row, change, fresh, active, id, top, onPress }: StateLineProps) {
  const [flash] = useState(() => change !== undefined && Date.now() - change.at < FLASH_MS);
  const names = ['tr', flash && 'flash', active && 'is-active'].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself holds the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree itself holds the focus (aria-activedescendant)
    <div
      aria-expanded={row.size === null ? undefined : row.open}
      aria-level={row.depth + 1}
      aria-selected={active}
      className={names}
      id={id}
      onClick={onPress}
      role="treeitem"
      style={{ top, paddingLeft: 4 + row.depth * 14 }}
    >
      {row.size === null ? (
        <span className="tr-i" />
      ) : (
        <Icon of={row.open ? ChevronDown : ChevronRight} />
      )}
      {row.name === '' ? null : (
        <span className="j-k tr-k" dir="auto">
          {visibleText(row.name)}
        </span>
      )}
      <Value row={row} />
      {fresh && change && row.size === null && change.was !== undefined ? (
        <span className="was">
          <span className="sr">{taskText.state.was} </span>
          {plain(change.was)}
        </span>
      ) : null}
      {change ? (
        <span className="at" title={taskText.state.at(change.sequence)}>
          {change.sequence}
        </span>
      ) : null}
    </div>
  );
}

const plain = (value: unknown) => visibleText((JSON.stringify(value) ?? '').slice(0, 60));

function Value({ row }: { row: StateRow }) {
  const { value, size } = row;
  if (size !== null) return <span className="j-p">{row.list ? `[${size}]` : `{${size}}`}</span>;
  const text = visibleText(JSON.stringify(value) ?? 'null');
  return (
    <span
      className={`cut ${typeof value === 'string' ? 'j-s' : 'j-n'}`}
      title={text.slice(0, 2000)}
    >
      {text.slice(0, 400)}
    </span>
  );
}
