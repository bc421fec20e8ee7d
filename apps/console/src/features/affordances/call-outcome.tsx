import type { AffordanceCallView } from '@countersign/api/affordance-call';
import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { callMarks } from './call-marks.ts';

const text = affordancesText.call;
interface CallOutcomeProps {
  call: AffordanceCallView;
  taskLink: ReactNode;
  again: () => void;
}

/** What became of a call. */
export function CallOutcome({ call, taskLink, again }: CallOutcomeProps) {
  const { state, asked, error, reason, result } = call;
  return (
    <div className="stack-wide">
      <p role="status">
        <Badge {...callMarks[state]}>{text.states[state]}</Badge>
      </p>
      {asked === null ? null : (
        <p dir="auto" lang={askLang({ ...call, ask: asked })}>
          {visibleText(askText({ ...call, ask: asked }))}
        </p>
      )}
      {state === 'unknown' ? <p>{text.unknownDetail}</p> : null}
      {error === undefined ? null : <p className="breakable">{visibleText(error)}</p>}
      {reason == null ? null : (
        <p className="breakable" dir="auto" lang="">
          {visibleText(reason)}
        </p>
      )}
      {state === 'done' ? <JsonView copy label={text.result} value={result ?? null} /> : null}
      <div className="row-wrap at-end">
        {taskLink}
        {state === 'waiting' ? null : <Button onClick={again}>{text.again}</Button>}
      </div>
    </div>
  );
}
