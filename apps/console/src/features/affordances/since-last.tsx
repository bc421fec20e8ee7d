import { changedMembers } from '@countersign/json/changed-members';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { affordancesText } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Time } from '../../ui/time.tsx';

const text = affordancesText.call.last;

interface SinceLastProps {
  last: { arguments: JsonObject; by: string; at: number };
  value: unknown;
}

/** In what a call differs from the last one that a person approved. */
export function SinceLast({ last, value }: SinceLastProps) {
  const changed = changedMembers(last.arguments, isObject(value) ? value : {});
  return (
    <section aria-labelledby="affordance-last" className="stack-tight">
      <h3 id="affordance-last">{text.title}</h3>
      <p className="small muted">
        {text.by(visibleText(last.by))} <Time as="exact" at={last.at} />
      </p>
      {changed.length === 0 ? (
        <p className="small">{text.same}</p>
      ) : (
        <ul className="small">
          {changed.map(({ name, before, after }) => (
            <li className="breakable" key={name}>
              <b className="strong" dir="auto" lang="">
                {visibleText(name)}
              </b>{' '}
              <del>{shown(before)}</del> <ins>{shown(after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const shown = (value: unknown): string =>
  value === undefined ? affordancesText.detail.none : visibleText(JSON.stringify(value));
