import { figure } from '../../text/count.ts';
import { stateText as text } from '../../text/texts.ts';
import { AgentAvatar, PersonAvatar } from '../../ui/avatar.tsx';
import { JsonTree, type PlaceChange } from '../../ui/json/json-tree.tsx';
import { PlaceValue } from '../../ui/json/place-value.tsx';
import type { PlaceRow, TreeRow } from '../../ui/json/tree-rows.ts';
import type { OpenedTree } from '../../ui/json/use-tree-opening.ts';
import { lastWrite, type Write, type Writes } from './writes.ts';

const ROW = 26;
const PHONE_ROW = 44;

interface StateRowsProps {
  rows: readonly TreeRow[];
  opened: OpenedTree;
  isDiff: boolean;
  phone: boolean;
  /** The changed places, which flash once; null = none. */
  changes: ReadonlyMap<string, PlaceChange> | null;
  writes: Writes | null;
  pointer: string | null;
  nameOf: (agentId: string) => string;
  onChoose: (pointer: string) => void;
}

const tones = { '+': 'is-added', '-': 'is-removed', '±': 'is-changed', '': '' };
const signs = { '+': '+', '-': '−', '±': '±', '': '' };

/** The document, or two next to each other: each place with its value and its last author. Enter asks for the other authors. */
export function StateRows(props: StateRowsProps) {
  const { isDiff, writes, pointer, nameOf } = props;
  return (
    <>
      <div
        aria-hidden="true"
        className={
          isDiff
            ? 'desk-only line-below state-head rigid muted is-diff'
            : 'desk-only line-below state-head rigid muted'
        }
      >
        <span>{text.path}</span>
        {isDiff ? <span>{text.atA}</span> : null}
        <span>{isDiff ? text.atB : text.value}</span>
        <span>{text.written}</span>
      </div>
      <JsonTree
        after={(row) => (
          <>
            {isDiff ? (
              <span className="side-by-side clipped">
                <PlaceValue value={row.a} />
              </span>
            ) : null}
            <span className="side-by-side clipped state-value">
              <PlaceValue value={row.b} />
            </span>
            <span className="desk-only state-writer row-close muted">
              <Writer
                nameOf={nameOf}
                write={writes === null ? undefined : lastWrite(writes, row.pointer)}
              />
            </span>
          </>
        )}
        before={(row) => (isDiff ? <Sign mark={row.mark} /> : null)}
        chosen={{ pointer, choose: props.onChoose }}
        className={isDiff ? 'is-diff' : ''}
        label={isDiff ? text.diff : text.tree}
        opened={props.opened}
        rowClass={(row) =>
          [
            'state-row soft-line-below',
            isDiff ? tones[row.mark] : '',
            row.pointer === pointer ? 'is-chosen-place' : '',
          ].join(' ')
        }
        rowPx={props.phone ? PHONE_ROW : ROW}
        rows={props.rows}
        {...(props.changes === null ? {} : { changes: props.changes })}
      />
    </>
  );
}

function Sign({ mark }: Pick<PlaceRow, 'mark'>) {
  return (
    <span className="state-group">
      <span aria-hidden="true">{signs[mark]}</span>
      <span className="visually-hidden">{text.mark[mark]}</span>
    </span>
  );
}

function Writer({
  write,
  nameOf,
}: {
  write: Write | undefined;
  nameOf: (agentId: string) => string;
}) {
  if (write === undefined) return null;
  const name = nameOf(write.agentId);
  return (
    <>
      {write.agentId.startsWith('operator:') ? (
        <PersonAvatar name={name} />
      ) : (
        <AgentAvatar name={name} />
      )}
      {figure(write.sequence)}
    </>
  );
}
