import { clsx } from 'clsx';
import { CircleCheck, Info, LoaderCircle, OctagonAlert, TriangleAlert } from 'lucide-react';
import { flushSync } from 'react-dom';
import { askerName } from '../../../text/sender-name.ts';
import { commonText, answerCheckText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { focusField } from '../../../ui/forms/reveal.ts';
import { labelOf } from '../../../ui/forms/schema/label-of.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Answer } from './use-answer.ts';
import './check-note.css';

const SHOWN = 12;

function Status({ answer }: { answer: Answer }) {
  const { state, faults, detail } = answer.check;
  const name = visibleText(askerName(answer.prompt));
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  switch (state) {
    case 'off':
      return null;
    case 'faulty':
      return (
        <>
          <Icon of={Info} /> {text.fieldsFirst(name)}
        </>
      );
    case 'checking':
      return (
        <>
          <Icon of={LoaderCircle} /> {text.checking(name)}
        </>
      );
    case 'unchecked':
      return (
        <>
          <Icon of={TriangleAlert} tone="need" />
          <span>
            <b className="strong">{text.unchecked(name)}</b>
            {commonText.gap}
            {visibleText(detail)}
            {commonText.gap}
            {text.maySend}
            {commonText.gap}
            <button type="button" className="link" onClick={answer.check.again}>
              {text.again}
            </button>
          </span>
        </>
      );
    case 'checked':
      return faults.length === 0 ? (
        <>
          <Icon of={CircleCheck} tone="done" /> {text.fine(name)}
        </>
      ) : (
        <>
          <Icon
            of={errors > 0 ? OctagonAlert : TriangleAlert}
            tone={errors > 0 ? 'fail' : 'need'}
          />
          <b className="strong">{text.says(name, errors, faults.length - errors)}</b>
        </>
      );
  }
}

interface CheckNoteProps {
  answer: Answer;
  schema: unknown;
  idPrefix: string;
  /** Scrolls the fields into view when something else is shown in their place. */
  onGo: () => void;
}

/** The agent's messages about the edited value, each with a link to its place. */
export function CheckNote({ answer, schema, idPrefix, onGo }: CheckNoteProps) {
  const { state, faults, left } = answer.check;
  if (state === 'off') return null;
  return (
    <section
      className="agent-check space-above small"
      aria-label={text.title}
      aria-busy={state === 'checking'}
    >
      <p className="row-close at-top" role="status">
        <Status answer={answer} />
      </p>
      {faults.length > 0 && (
        <ul className="tight-above">
          {faults.slice(0, SHOWN).map(({ path, message, severity }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an agent may say the same twice
            <li key={place} className="row at-baseline">
              <span className={clsx('check-kind rigid', severity === 'error' ? 'fault' : 'muted')}>
                {text.severity[severity]}
              </span>
              <button
                type="button"
                className="link target-height breakable"
                dir="auto"
                onClick={() => {
                  flushSync(onGo);
                  focusField(idPrefix, path);
                }}
              >
                {path !== '' && (
                  <span className="muted">
                    {visibleText(labelOf(schema, path))}
                    {commonText.colon}
                  </span>
                )}
                {visibleText(message)}
              </button>
            </li>
          ))}
          {faults.length + left > SHOWN && (
            <li className="muted">
              {text.more(faults.length + left - Math.min(SHOWN, faults.length))}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
