import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { recordOf } from '../../../ui/json/record-of.ts';
import { valueText } from '../value-text.ts';

const words = streamText.output;

/** Names and values. What is outside of its place is marked. */
export function FactsOutput({ data }: { data: Readonly<Record<string, unknown>> }) {
  const facts = Array.isArray(data['facts']) ? data['facts'].map(recordOf) : [];
  return (
    <section aria-label={words.facts}>
      <dl className="stack fact-list">
        {facts.map((fact, place) => {
          const name = valueText(fact['name']);
          const known = Object.hasOwn(words.factNames, name) ? words.factNames[name] : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no identity but its place
            <div key={place} className="fact-list stack">
              <dt>{known ?? visibleText(name)}</dt>
              <dd
                className={name === 'outside' ? 'verbatim breakable strong' : 'verbatim breakable'}
                dir="auto"
                lang=""
              >
                {visibleText(valueText(fact['value']))}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
