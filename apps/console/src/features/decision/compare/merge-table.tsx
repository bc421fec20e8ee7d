import { tokensOf } from '@countersign/json/json-pointer';
import type { MergePlace } from '@countersign/json/merge';
import { withoutSecrets } from '@countersign/json-schema/secret';
import type { UpMessage } from '@countersign/upformat/message';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { commonText, decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentAvatar, PersonAvatar } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import type { Answer } from '../compose/use-answer.ts';
import { placeName } from '../draft/place-names.ts';
import type { Merge } from './use-merge.ts';
import './merge-table.css';

const SHOWN = 30;

/** A place by the labels of its fields; the pointer on hover. */
function Way({ path, message }: { path: string; message: UpMessage }) {
  if (path === '') return text.wholeValue;
  return (
    <span dir="auto" title={path}>
      {placeName(message, path)}
    </span>
  );
}

/** The place without what any of the revisions calls secret. Which side is chosen is known without seeing it. */
function publicPlace(place: MergePlace, revisions: readonly UpMessage[]): MergePlace {
  const path = tokensOf(place.path);
  const hide = (given: unknown) =>
    revisions.reduce((value, message) => withoutSecrets(schemaOf(message), value, { path }), given);
  const [base, theirs, mine] = [hide(place.base), hide(place.theirs), hide(place.mine)];
  const isSame = base === place.base && theirs === place.theirs && mine === place.mine;
  return isSame ? place : { ...place, base, theirs, mine };
}

/** The places of a merge, those of conflicts first. */
interface Rows {
  conflicts: readonly MergePlace[];
  settled: readonly { place: MergePlace; isMine: boolean }[];
}

/** The rows without their secrets; the same rows if they contain none. */
function publicRows(rows: Rows, revisions: readonly UpMessage[]): Rows {
  const conflicts = rows.conflicts.map((place) => publicPlace(place, revisions));
  const settled = rows.settled.map((row) => {
    const place = publicPlace(row.place, revisions);
    return place === row.place ? row : { ...row, place };
  });
  const isSame =
    conflicts.every((place, index) => place === rows.conflicts[index]) &&
    settled.every((row, index) => row === rows.settled[index]);
  return isSame ? rows : { conflicts, settled };
}

/** A value in a cell: short, as data; an absent value has its own text. */
function print(value: unknown, absent: string): string {
  return value === undefined ? absent : visibleText(JSON.stringify(value) ?? '');
}

function Cell({
  value,
  label,
  className,
  mark,
  absent = text.nothingThere,
}: {
  value: unknown;
  label: string;
  className?: string;
  mark?: string | undefined;
  absent?: string;
}) {
  const shown = print(value, absent);
  return (
    <td className={className} data-label={label}>
      <span className="mono clipped merge-value" title={shown}>
        {shown}
      </span>
      {mark !== undefined && (
        <span className="row-tight strong">
          <Icon of={Check} small />
          {mark}
        </span>
      )}
    </td>
  );
}

interface RowProps {
  place: MergePlace;
  heads: { saw: string; agent: string; mine: string };
  /** Names the places. */
  message: UpMessage;
}

function Settled({ place, heads, isMine, message }: RowProps & { isMine: boolean }) {
  return (
    <tr>
      <th scope="row">
        <Way path={place.path} message={message} />
      </th>
      <Cell value={place.base} label={heads.saw} />
      <Cell
        value={place.theirs}
        label={heads.agent}
        className={isMine ? 'muted' : 'is-picked'}
        absent={text.leftOut}
        mark={isMine ? undefined : text.taken}
      />
      <Cell
        value={place.mine}
        label={heads.mine}
        className={isMine ? 'is-picked' : 'muted'}
        absent={text.leftOut}
        mark={isMine ? text.kept : undefined}
      />
    </tr>
  );
}

/** Both changed it: one of the two has to be chosen, by pointer or by key. */
function Clash({ place, heads, answer, message }: RowProps & { answer: Answer }) {
  const { choices } = answer.draft;
  const chosen = Object.hasOwn(choices, place.path) ? choices[place.path] : undefined;
  const name = `clash ${place.path}`;
  const option = (side: 'theirs' | 'mine') => {
    const shown = print(place[side], text.leftOut);
    return (
      <td
        className={chosen === side ? 'is-clash is-picked' : 'is-clash'}
        data-label={side === 'mine' ? heads.mine : heads.agent}
      >
        <label className="row-close wrapping">
          <input
            type="radio"
            name={name}
            checked={chosen === side}
            aria-label={commonText.pair(side === 'mine' ? text.mine : text.theirs, shown)}
            onChange={() => answer.update({ choices: { ...choices, [place.path]: side } })}
          />
          <span className="mono clipped merge-value" title={shown}>
            {shown}
          </span>
          <span className="row-tight strong">
            <Icon of={chosen === side ? Check : TriangleAlert} small />
            {chosen === side ? (side === 'mine' ? text.kept : text.taken) : text.clash}
          </span>
        </label>
      </td>
    );
  };
  return (
    <tr>
      <th scope="row">
        <Way path={place.path} message={message} />
      </th>
      <Cell value={place.base} label={heads.saw} />
      {option('theirs')}
      {option('mine')}
    </tr>
  );
}

/** My edit and the agent's revision over what I saw, place by place. Nothing is lost, nothing is guessed. */
export function MergeTable({ answer, merge }: { answer: Answer; merge: Merge }) {
  const me = useMe().data;
  const [all, setAll] = useState(false);
  const { prompt, revised } = answer;
  const { conflicts, taken, kept, open } = merge;
  const heads = {
    saw: text.sawRevision(prompt.revision),
    agent: text.agentRevision(revised?.revision ?? prompt.revision),
    mine: text.yours,
  };
  const settled = [
    ...taken.map((place) => ({ place, isMine: false })),
    ...kept.map((place) => ({ place, isMine: true })),
  ];
  const message = revised?.message ?? prompt.message;
  const rows = { conflicts, settled: all ? settled : settled.slice(0, SHOWN) };
  return (
    <section className="soft-line-below panel-section" aria-label={text.merge}>
      <div className="panel-section-head">
        <h2>{text.merge}</h2>
      </div>
      <SecretBlock value={rows} masked={publicRows(rows, [prompt.message, message])}>
        {(shown) => (
          <table className="full-width clipped fixed-table merge-table small framed stacked-on-phone">
            <thead className="unseen-on-phone">
              <tr>
                <th scope="col">{text.field}</th>
                <th scope="col">{heads.saw}</th>
                <th scope="col">
                  <AgentAvatar name={visibleText(prompt.agentName)} />
                  {heads.agent}
                </th>
                <th scope="col">
                  {me && <PersonAvatar me name={me.name} />}
                  {heads.mine}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.conflicts.map((place) => (
                <Clash
                  key={place.path}
                  place={place}
                  heads={heads}
                  answer={answer}
                  message={message}
                />
              ))}
              {shown.settled.map(({ place, isMine }) => (
                <Settled
                  key={place.path}
                  place={place}
                  heads={heads}
                  isMine={isMine}
                  message={message}
                />
              ))}
            </tbody>
          </table>
        )}
      </SecretBlock>
      {settled.length > rows.settled.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {text.moreFields(settled.length - rows.settled.length)}
        </button>
      )}
      <p className="small muted space-above" role="status">
        {text.tally(open.length, settled.length + conflicts.length - open.length)}
        {commonText.gap}
        {text.mergeRule}
      </p>
    </section>
  );
}
