import { isBox } from '@countersign/json/box';
import { withExactNumbers } from '@countersign/json/exact-number';
import { useMemo } from 'react';
import { statePanelText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { PlaceValue } from '../../ui/json/place-value.tsx';
import { type PlaceRow, type TreeOptions, treeRows } from '../../ui/json/tree-rows.ts';
import { useTreeOpening } from '../../ui/json/use-tree-opening.ts';
import type { StateChange, TrackedState } from './tracked-state.ts';

const ROW = 22;
const WAS_SHOWN = 60;

/** Small parts near the root are open at first, so that a new state can be read without a press. */
const opens: NonNullable<TreeOptions['opens']> = ({ depth, size, list }) =>
  depth === 0 ? size <= 12 : depth === 1 && !list && size <= 6;

/** The shared state next to the stream: each place with its previous value, and which event changed it last. */
export function LiveTree({ tracked }: { tracked: TrackedState }) {
  const { state, changes, sequence } = tracked;
  const opened = useTreeOpening();
  const { opening } = opened;
  const rows = useMemo(() => treeRows(state, state, { opening, opens }), [state, opening]);
  return (
    <JsonTree
      after={(row) => (
        <>
          <PlaceValue value={row.b} />
          <Changed change={changes.get(row.pointer)} newest={sequence} row={row} />
        </>
      )}
      changes={changes}
      className="live-tree"
      label={words.tree}
      opened={opened}
      rowPx={ROW}
      rows={rows}
    />
  );
}

interface ChangedProps {
  row: PlaceRow;
  change: StateChange | undefined;
  /** Sequence of the newest change: only its old values are shown. */
  newest: number;
}

function Changed({ row, change, newest }: ChangedProps) {
  if (change === undefined) return null;
  const showsWas = change.sequence === newest && !isBox(row.b) && change.was !== undefined;
  return (
    <>
      {showsWas ? (
        <span className="was-value muted row-inline-tight">
          <span className="visually-hidden">{words.was} </span>
          {visibleText(withExactNumbers(JSON.stringify(change.was)).slice(0, WAS_SHOWN))}
        </span>
      ) : null}
      <span className="state-place muted rigid to-end" title={words.at(change.sequence)}>
        {change.sequence}
      </span>
    </>
  );
}
