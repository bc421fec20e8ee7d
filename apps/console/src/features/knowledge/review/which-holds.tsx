import type { Contradictions, MemoryRow } from '@countersign/api/knowledge-memory';
import { useState } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { type Action, useAction } from '../../../live/use-action.ts';
import { reviewText } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Field } from '../../../ui/field.tsx';
import { ActionDialog } from '../../../ui/overlays/action-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { MemoryLink, TaskLink } from '../links.tsx';
import { Failed } from '../list-parts.tsx';
import '../change-table.css';

const text = reviewText.contradicts;

/** Which of two corrections holds; `later` = the new one waits on. */
export type Holds = 'new' | 'approved' | 'both' | 'later';
type Contradiction = Contradictions[number];

interface WhichHoldsProps {
  of: Contradictions;
  /** By the id of the new correction. Throws if it was not done. */
  choose: (chosen: ReadonlyMap<string, Holds>) => Promise<unknown>;
  onClose: () => void;
}

/** Asks which correction holds, where one that is to be approved contradicts approved ones. */
export function WhichHolds({ of, choose, onClose }: WhichHoldsProps) {
  const action: Action = useAction();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Holds>>(new Map());
  const send = () => void action.run(() => choose(chosen));
  return (
    <ActionDialog
      act={send}
      busy={action.busy}
      description={text.detail}
      disabled={of.some(({ correction }) => !chosen.has(correction.id))}
      onClose={onClose}
      title={text.title(of.length)}
      wide
      yes={text.yes}
    >
      <div className="stack-wide dialog-form">
        <Failed of={action.failure} />
        {of.map((one) => (
          <OneContradiction
            holds={chosen.get(one.correction.id)}
            key={one.correction.id}
            of={one}
            onChoose={(holds) => setChosen(new Map(chosen).set(one.correction.id, holds))}
          />
        ))}
      </div>
    </ActionDialog>
  );
}

interface OneContradictionProps {
  of: Contradiction;
  holds: Holds | undefined;
  onChoose: (holds: Holds) => void;
}

function OneContradiction({ of, holds, onChoose }: OneContradictionProps) {
  const { correction, others } = of;
  const mayKeepBoth = others.every((other) => other.mayKeepBoth);
  const offered = (['new', 'approved', ...(mayKeepBoth ? ['both'] : []), 'later'] as Holds[]).map(
    (value) => ({ value, label: text.choices[value] }),
  );
  return (
    <section className="stack inset conflict">
      <h3 className="breakable" dir="auto">
        <MemoryLink memory={correction} />
      </h3>
      <Taught label={text.fresh} row={correction} />
      {others.map(({ memory, places }) => (
        <div className="stack-tight" key={memory.id}>
          <Taught label={text.approved} row={memory} />
          <Places of={places} />
        </div>
      ))}
      <Field label={text.label}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(value) => onChoose(value as Holds)}
            options={offered}
            placeholder={text.choose}
            value={holds ?? ''}
          />
        )}
      </Field>
    </section>
  );
}

/** Who taught a correction, when, and in which task. */
function Taught({ label, row }: { label: string; row: MemoryRow }) {
  const nameOf = useAgentNames();
  const { correction, at } = row;
  return (
    <p className="row-wrap small muted">
      <b className="strong">{label}</b>
      {correction === null || correction.by === '' ? null : (
        <span>{reviewText.by(visibleText(nameOf(`operator:${correction.by}`)))}</span>
      )}
      <LiveTime as="ago" at={at} />
      {correction?.taskId ? <TaskLink taskId={correction.taskId}>{text.task}</TaskLink> : null}
    </p>
  );
}

type Place = Contradiction['others'][number]['places'][number];

function Places({ of }: { of: readonly Place[] }) {
  return (
    <table
      aria-label={text.places}
      className="small data-table fixed-table long-cells change-table"
    >
      <thead>
        <tr>
          <th scope="col">{text.place}</th>
          <th scope="col">{text.approved}</th>
          <th scope="col">{text.fresh}</th>
        </tr>
      </thead>
      <tbody>
        {of.map((place) => (
          <tr key={place.path ?? ''}>
            <th scope="row">
              {place.path === null ? (
                text.words
              ) : (
                <code className="breakable">{visibleText(place.path)}</code>
              )}
            </th>
            <td data-name={text.approved}>
              <Value is={place.mine} />
            </td>
            <td data-name={text.fresh}>
              <Value is={place.theirs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value in one line; one that is absent removes the member. */
function Value({ is }: { is?: unknown }) {
  if (is === undefined) return <span className="muted">{text.removed}</span>;
  return (
    <span className="breakable" dir="auto" lang="">
      {visibleText(typeof is === 'string' ? is : (JSON.stringify(is) ?? ''))}
    </span>
  );
}
