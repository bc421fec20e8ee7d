import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { JsonView } from '../../ui/json-view.tsx';
import type { KnownSignifier } from './affordance-list.tsx';

const text = affordancesText.drift;

/** What a call does, in the words of operators. */
export function effectOf({ safety }: Pick<KnownSignifier['signifier'], 'safety'>): string {
  const { reads, destroys, changes } = affordancesText.detail;
  return safety.readOnly ? reads : safety.destructive ? destroys : changes;
}

/** What has changed since the last approval, side by side. What is not in the record has changed too: then all of it is shown. */
export function WhatChanged({ known: { approval, drift, signifier } }: { known: KnownSignifier }) {
  const title = <b className="strong">{approval === 'new' ? text.isNew : text.title}</b>;
  if (drift === null) return title;
  const { parts, before, members } = drift;
  const names = [...parts, ...members.map(({ name }) => visibleText(name))];
  const of = (one: object, side: 'before' | 'after') =>
    names.length === 0
      ? one
      : Object.fromEntries([
          ...Object.entries(one).filter(([name]) => parts.includes(name)),
          ...members.map((member) => [member.name, member[side]]),
        ]);
  return (
    <>
      {title}
      <p className="small">
        {names.length === 0
          ? text.hidden
          : `${text.parts}${commonText.gap}${commonText.inRow(names)}`}
      </p>
      <div className="columns affordance-drift">
        <div>
          <p className="small">{text.before}</p>
          <JsonView label={text.before} short value={of(before, 'before')} />
        </div>
        <div>
          <p className="small">{text.after}</p>
          <JsonView label={text.after} short value={of(signifier, 'after')} />
        </div>
      </div>
    </>
  );
}
