import type { Incoming } from '@countersign/api/knowledge-sharing';
import { isObject } from '@countersign/json/json-object';
import { TriangleAlert } from 'lucide-react';
import { incomingText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MemoryLink } from '../links.tsx';
import { MemoryContent } from '../memories/memory-content.tsx';
import '../change-table.css';

type Conflict = Incoming['conflicts'][number];
type Proposal = NonNullable<Conflict['proposal']>;

const written = (value: unknown): string =>
  visibleText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A step in words: its name, and what it says. */
function Step({ step }: { step: unknown }) {
  if (step === null || step === undefined) return <span className="muted">–</span>;
  if (!isObject(step))
    return (
      <span dir="auto" lang="">
        {written(step)}
      </span>
    );
  const details = isObject(step['details']) ? Object.entries(step['details']) : [];
  return (
    <>
      <b className="strong" dir="auto" lang="">
        {written(step['name'] ?? '')}
      </b>
      {step['description'] === '' || step['description'] === undefined ? null : (
        <p dir="auto" lang="">
          {written(step['description'])}
        </p>
      )}
      {details.map(([name, value]) => (
        <p className="muted" dir="auto" key={name}>
          <code>{visibleText(name)}</code> <bdi lang="">{written(value)}</bdi>
        </p>
      ))}
    </>
  );
}

const tones = {
  same: 'line',
  changed: 'run',
  opposite: 'fail',
  mine: 'idle',
  theirs: 'idle',
} as const;

/** Steps side by side: what is here, and what came. */
export function SideBySide({ rows }: { rows: Proposal['rows'] }) {
  if (rows.length === 0) return null;
  return (
    <table
      aria-label={text.sideBySide}
      className="small data-table fixed-table long-cells change-table side-table"
    >
      <thead>
        <tr>
          <th scope="col">{text.mine}</th>
          <th scope="col">{text.theirs}</th>
          <th className="side-state" scope="col">
            <span className="visually-hidden">{text.sideBySide}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps may repeat, and their place is what they are.
          <tr data-state={row.state} key={index}>
            <td data-name={text.mine}>
              <Step step={row.mine} />
            </td>
            <td data-name={text.theirs}>
              <Step step={row.theirs} />
            </td>
            <td className="side-state">
              <Badge tone={tones[row.state]}>{text.rowStates[row.state]}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Places where both say something else, of which only one can hold. */
export function Contradictions({ of }: { of: Conflict['contradictions'] }) {
  if (of.length === 0) return null;
  return (
    <table
      aria-label={text.differences}
      className="small data-table fixed-table long-cells change-table"
    >
      <thead>
        <tr>
          <th scope="col">{text.differences}</th>
          <th scope="col">{text.mine}</th>
          <th scope="col">{text.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {of.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one place may contradict twice.
          <tr key={index}>
            <th scope="row">
              <code className="breakable">{visibleText(each.path)}</code>
            </th>
            <td data-name={text.mine} dir="auto" lang="">
              {written(each.mine)}
            </td>
            <td data-name={text.theirs} dir="auto" lang="">
              {written(each.theirs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a piece of knowledge is to a memory that is here, side by side. */
export function ConflictView({ conflict }: { conflict: Conflict }) {
  const isHard = conflict.kind === 'contradiction' || conflict.kind === 'version';
  return (
    <div className="stack inset conflict">
      <p className="row-wrap">
        <Badge {...(isHard ? { tone: 'need', icon: TriangleAlert } : { tone: 'line' })}>
          {text.kinds[conflict.kind]}
        </Badge>
        <MemoryLink memory={conflict.with} />
      </p>
      <Contradictions of={conflict.contradictions} />
      {conflict.proposal === null ? null : <SideBySide rows={conflict.proposal.rows} />}
      {isHard ? (
        <details>
          <summary className="muted">{text.mine}</summary>
          <div className="inset ruled">
            <MemoryContent content={conflict.content} type={conflict.with.type} />
          </div>
        </details>
      ) : null}
      {conflict.proposal === null ? null : (
        <details>
          <summary className="muted">{text.merged}</summary>
          <div className="inset ruled">
            <MemoryContent content={conflict.proposal.content} type={conflict.with.type} />
          </div>
        </details>
      )}
    </div>
  );
}
