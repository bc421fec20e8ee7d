import { isObject } from '@countersign/json/json-object';
import { isOrigin } from '../../../text/known-origins.ts';
import { originText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import type { Answer } from './use-answer.ts';
import './choice-composer.css';

/** The buttons an agent offered: the one field of the form and what it can be. Null when the form is another one. */
export function choicesOf({ prompt, form }: Pick<Answer, 'prompt' | 'form'>) {
  const properties = form?.schema['properties'];
  if (!isOrigin(prompt.origin, 'hai/button') || !isObject(properties)) return null;
  const [entry, ...more] = Object.entries(properties);
  if (entry === undefined || more.length > 0) return null;
  const [name, node] = entry;
  const choices = isObject(node) && Array.isArray(node['enum']) ? node['enum'] : [];
  const words = choices.filter((choice): choice is string => typeof choice === 'string');
  return words.length === 0 ? null : { name, words };
}

/** Buttons as the agent offered them: pressing one chooses it, nothing is sent before Send. */
export function ChoiceComposer({ answer }: { answer: Answer }) {
  const choices = choicesOf(answer);
  if (choices === null) return null;
  const { name, words } = choices;
  const value = isObject(answer.value) ? answer.value[name] : undefined;
  return (
    <section className="soft-line-below panel-section" aria-label={originText.choice}>
      <div className="panel-section-head">
        <h2>{originText.choice}</h2>
      </div>
      <div className="row wrapping">
        {words.map((word, index) => (
          <label key={word} className="rounded choice row-inline breakable">
            <input
              type="radio"
              name="choice"
              checked={value === word}
              {...(index === 0 ? { 'data-composer': true } : {})}
              onChange={() => answer.setValue({ [name]: word })}
            />
            <span dir="auto" lang="">
              {visibleText(word)}
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}
