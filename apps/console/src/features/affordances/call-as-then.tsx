import { CircleHelp, Send, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { callMarks } from './call-marks.ts';
import type { CallThen } from './replay.ts';

const text = affordancesText.trail;

interface CallAsThenProps {
  one: CallThen;
  /** Its arguments and result are open. */
  isNewest: boolean;
  taskLink: (taskId: string) => ReactNode;
}

/** A call as far as it had come at a step: requested, asked about, decided, over. */
export function CallAsThen({ one, isNewest, taskLink }: CallAsThenProps) {
  const { call, question, approval, result } = one;
  return (
    <details className="stack-tight" open={isNewest}>
      <summary className="pressed-line">
        <span className="breakable" dir="auto" lang="">
          {visibleText(call.label)}
        </span>{' '}
        <State one={one} />
      </summary>
      <p className="small muted">{affordancesText.call.arguments}</p>
      <JsonView
        label={affordancesText.call.arguments}
        short
        value={approval?.arguments ?? call.arguments ?? {}}
      />
      {question === null ? null : (
        <p className="small breakable">
          {visibleText(askText({ ...question, ask: question.asked }))}
          {question.digest === null ? null : (
            <>
              <br />
              <span className="muted">{text.seal}</span> <code>{question.digest}</code>
            </>
          )}
        </p>
      )}
      {approval === null ? null : (
        <p className="small breakable">
          {approval.by === ''
            ? text.decisions[approval.decision]
            : text.byWhom(text.decisions[approval.decision], visibleText(approval.by))}
          {approval.isForTask ? `${commonText.comma}${text.forTask}` : ''}
          {approval.reason === null ? null : (
            <span dir="auto" lang="">
              {commonText.colon}
              {visibleText(approval.reason)}
            </span>
          )}
        </p>
      )}
      {result === null ? null : (
        <>
          {result.error === undefined ? null : (
            <p className="small breakable">{visibleText(result.error)}</p>
          )}
          {result.state === 'done' ? (
            <>
              <p className="small muted">{affordancesText.call.result}</p>
              <JsonView label={affordancesText.call.result} short value={result.result ?? null} />
            </>
          ) : null}
        </>
      )}
      {taskLink(call.callId)}
    </details>
  );
}

function State({ one: { question, approval, result } }: { one: CallThen }) {
  if (result !== null) {
    return <Badge {...callMarks[result.state]}>{affordancesText.call.states[result.state]}</Badge>;
  }
  if (approval !== null) {
    return (
      <Badge icon={Stamp} tone="run">
        {text.decisions[approval.decision]}
      </Badge>
    );
  }
  if (question !== null) {
    return (
      <Badge icon={CircleHelp} tone="need">
        {text.asks}
      </Badge>
    );
  }
  return (
    <Badge icon={Send} tone="idle">
      {text.requested}
    </Badge>
  );
}
