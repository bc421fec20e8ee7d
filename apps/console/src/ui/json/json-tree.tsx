import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { jsonLabels } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../icon.tsx';
import './json-tree.css';
import type { PlaceRow, TreeRow } from './tree-rows.ts';
import { treeStep } from './tree-step.ts';
import type { OpenedTree } from './use-tree-opening.ts';
import './json-colors.css';

const INDENT_PX = 15;
const FLASH_MS = 600;

/** When a place was changed last. Its line flashes once, if that was just now. */
export interface PlaceChange {
  /** Another for each change. */
  sequence: number;
  /** Epoch ms on this machine. */
  at: number;
}

export interface JsonTreeProps {
  rows: readonly TreeRow[];
  label: string;
  className: string;
  rowPx: number;
  opened: OpenedTree;
  changes?: ReadonlyMap<string, PlaceChange>;
  /** The place that was asked for; absent = pressing a line opens and closes it, and asks for nothing. */
  chosen?: { pointer: string | null; choose: (pointer: string) => void };
  rowClass?: (row: PlaceRow) => string;
  /** Content before the name. */
  before?: (row: PlaceRow) => ReactNode;
  /** Content after the name. */
  after: (row: PlaceRow) => ReactNode;
}

/** JSON as a virtual tree: one tab stop, arrows to move, changed values flash once. */
export function JsonTree(props: JsonTreeProps) {
  const { rows, opened, chosen } = props;
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.rowPx,
    overscan: 12,
  });
  const current = Math.min(active, rows.length - 1);
  const press = (index: number) => {
    const row = rows[index];
    setActive(index);
    if (row?.kind === 'more') opened.ask(row);
    else if (chosen !== undefined && row !== undefined) chosen.choose(row.pointer);
    else if (row?.branch === true) opened.toggle(row.pointer, !row.open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = treeStep(event.key, rows, current);
    if (step === null) return;
    event.preventDefault();
    if (step.kind === 'toggle') opened.toggle(step.pointer, step.open);
    else if (step.kind === 'press') press(step.index);
    else {
      setActive(step.index);
      virtual.scrollToIndex(step.index);
    }
  };
  return (
    <div
      aria-activedescendant={`${id}-${current}`}
      aria-label={props.label}
      className={`grow scrolls json-tree ${props.className}`}
      onKeyDown={onKeyDown}
      ref={scroller}
      role="tree"
      tabIndex={0}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const line = { id: `${id}-${index}`, top: start, height: props.rowPx };
          const isActive = index === current;
          if (row.kind === 'more') {
            const key = `more@${row.pointer}`;
            return (
              <MoreLine
                {...line}
                active={isActive}
                key={key}
                onPress={() => press(index)}
                row={row}
              />
            );
          }
          const change = props.changes?.get(row.pointer);
          return (
            <PlaceLine
              {...line}
              active={isActive}
              after={props.after(row)}
              before={props.before?.(row)}
              change={change}
              className={props.rowClass?.(row)}
              isSelected={chosen === undefined ? isActive : row.pointer === chosen.pointer}
              // A new key starts the flash again.
              key={`${row.pointer}@${change?.sequence ?? 0}`}
              onPress={() => press(index)}
              onToggle={() => opened.toggle(row.pointer, !row.open)}
              row={row}
            />
          );
        })}
      </div>
    </div>
  );
}

interface LineProps<Row> {
  row: Row;
  active: boolean;
  id: string;
  top: number;
  height: number;
  onPress: () => void;
}

interface PlaceLineProps extends LineProps<PlaceRow> {
  isSelected: boolean;
  change: PlaceChange | undefined;
  className: string | undefined;
  before: ReactNode;
  after: ReactNode;
  onToggle: () => void;
}

function PlaceLine(props: PlaceLineProps) {
  const { row, change } = props;
  const [flash] = useState(() => change !== undefined && Date.now() - change.at < FLASH_MS);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself holds the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree itself holds the focus (aria-activedescendant)
    <div
      aria-expanded={row.branch ? row.open : undefined}
      aria-level={row.depth + 1}
      aria-selected={props.isSelected}
      className={clsx('json-tree-row nowrap hovers', props.className, {
        flash,
        'is-active': props.active,
      })}
      id={props.id}
      onClick={props.onPress}
      role="treeitem"
      style={{ top: props.top, height: props.height }}
    >
      {props.before}
      <span className="json-tree-place row" style={{ paddingLeft: row.depth * INDENT_PX }}>
        {row.branch ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: the tree opens and closes by its arrow keys
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree opens and closes by its arrow keys
          <span
            className="centred json-tree-toggle rigid muted"
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle();
            }}
          >
            <Icon of={row.open ? ChevronDown : ChevronRight} />
          </span>
        ) : (
          <span className="centred json-tree-toggle rigid muted" />
        )}
        <span className="json-key truncate" dir="auto" lang="">
          {visibleText(row.name)}
        </span>
      </span>
      {props.after}
    </div>
  );
}

function MoreLine({
  row,
  active,
  id,
  top,
  height,
  onPress,
}: LineProps<Extract<TreeRow, { kind: 'more' }>>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself holds the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree itself holds the focus (aria-activedescendant)
    <div
      aria-level={row.depth + 1}
      aria-selected={active}
      className={clsx('json-tree-row nowrap hovers json-tree-more', active && 'is-active')}
      id={id}
      onClick={onPress}
      role="treeitem"
      style={{ top, height, paddingLeft: (row.depth + 1) * INDENT_PX }}
    >
      {jsonLabels.more(row.left)}
    </div>
  );
}
