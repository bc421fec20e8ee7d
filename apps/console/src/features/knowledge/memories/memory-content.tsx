import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { isObject } from '@countersign/json/json-object';
import type { ReactNode } from 'react';
import { detailText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Values } from '../../../ui/texts/values.tsx';
import { Many } from '../many.tsx';

type Content = Readonly<Record<string, unknown>>;

/** The members of each type that have a place and a word of their own, in the order in which they are read. */
const layouts: Readonly<Record<MemoryRow['type'], readonly (readonly [string, string])[]>> = {
  workflow: [
    ['task_description', text.task],
    ['steps', text.steps],
    ['result_status', text.result],
    ['domain', text.domain],
  ],
  profile: [
    ['entity_name', text.entity],
    ['entity_type', text.entityType],
    ['attributes', text.attributes],
    ['relations', text.relations],
  ],
  semantic: [
    ['definition', text.definition],
    ['properties', text.properties],
    ['relations', text.relations],
    ['domain', text.domain],
  ],
  episodic: [
    ['event_summary', text.entity],
    ['timestamp', text.timestamp],
    ['location', text.location],
    ['participants', text.participants],
    ['causal_chain', text.causes],
    ['learnings', text.learnings],
    ['result_status', text.result],
    ['domain', text.domain],
  ],
};
/** Shown elsewhere: as the title, or as the place that it comes from. */
const elsewhere = new Set(['workflow_name', 'concept_name', 'source_info']);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The step of a workflow as its parts; a text that is one is the name. */
function stepOf(step: unknown): { name: string; description: string; details: unknown } {
  if (!isObject(step)) return { name: String(step), description: '', details: null };
  const { name, step_name, description, details, ...rest } = step;
  const known = isObject(details) ? details : {};
  return {
    name: textOf(name) || textOf(step_name),
    description: textOf(description),
    details: { ...rest, ...known },
  };
}

function Steps({ steps }: { steps: readonly unknown[] }) {
  return (
    <ol className="stack memory-steps">
      {steps.map((given, index) => {
        const { name, description, details } = stepOf(given);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps may repeat, and their place is what they are.
          <li className="breakable" key={index}>
            <b className="strong" dir="auto" lang="">
              {visibleText(name)}
            </b>
            {description === '' ? null : (
              <p dir="auto" lang="">
                {visibleText(description)}
              </p>
            )}
            {isEmpty(details) ? null : <Plain value={details} />}
          </li>
        );
      })}
    </ol>
  );
}

/** A value of any form, as names and values. */
function Plain({ value }: { value: unknown }): ReactNode {
  if (isObject(value)) return <Values depth={0} node={{}} root={{}} value={value} />;
  if (Array.isArray(value))
    return (
      <Many of={value}>
        {(items) => (
          <ul className="stack-tight">
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat, and never change their order.
              <li className="ruled breakable" dir="auto" key={index} lang="">
                <Plain value={item} />
              </li>
            ))}
          </ul>
        )}
      </Many>
    );
  return (
    <span className="verbatim" dir="auto" lang="">
      {visibleText(String(value))}
    </span>
  );
}

function Member({ name, label, value }: { name: string; label: string; value: unknown }) {
  return (
    <section>
      <h4 className="tight-below muted">{label}</h4>
      {name === 'steps' && Array.isArray(value) ? <Steps steps={value} /> : <Plain value={value} />}
    </section>
  );
}

/** What a memory says, with the words of its type. `without`: members that are shown beside it. */
export function MemoryContent({
  type,
  content,
  without = [],
}: {
  type: MemoryRow['type'];
  content: Content;
  without?: readonly string[];
}) {
  const layout = layouts[type].filter(
    ([name]) => !without.includes(name) && !isEmpty(content[name]),
  );
  const named = new Set([...layouts[type].map(([name]) => name), ...elsewhere, ...without]);
  const others = Object.fromEntries(
    Object.entries(content).filter(([name, value]) => !named.has(name) && !isEmpty(value)),
  );
  if (layout.length === 0 && isEmpty(others)) return <p className="muted">{text.noContent}</p>;
  return (
    <div className="stack-wide">
      {layout.map(([name, label]) => (
        <Member key={name} label={label} name={name} value={content[name]} />
      ))}
      {isEmpty(others) ? null : <Member label={text.others} name="" value={others} />}
    </div>
  );
}
