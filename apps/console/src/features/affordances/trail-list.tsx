import type { EnvironmentStep } from '@countersign/api/affordance-call';
import { Crosshair, List, type LucideIcon, MessageSquareText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/common.ts';
import { statementSentence } from '../../text/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Time } from '../../ui/time.tsx';
import './affordances.css';

const text = affordancesText.trail;
const icons: Readonly<Record<EnvironmentStep['kind'], LucideIcon>> = {
  context: MessageSquareText,
  selection: Crosshair,
  exposure: List,
  call: Send,
};

interface TrailListProps {
  steps: readonly EnvironmentStep[];
  taskLink: (taskId: string) => ReactNode;
  /** Ranks for a context again. */
  replayLink: (context: string) => ReactNode;
}

/** What happened for a profile, newest first: its context, what was selected, what was listed, what was called. */
export function TrailList({ steps, taskLink, replayLink }: TrailListProps) {
  return (
    <ol className="affordance-trail">
      {steps
        .map((step, at) => ({ step, at }))
        .toReversed()
        .map(({ step, at }) => (
          <li className="soft-line-below" key={at}>
            <Icon of={icons[step.kind]} />
            <div className="grow stack-tight">
              <p className="row-wrap">
                <b className="strong">{text.kinds[step.kind]}</b>
                <span className="small muted">
                  {commonText.inRow([visibleText(step.by)])} · <Time as="exact" at={step.at} />
                </span>
              </p>
              <Step replayLink={replayLink} step={step} taskLink={taskLink} />
            </div>
          </li>
        ))}
    </ol>
  );
}

function Step({
  step,
  taskLink,
  replayLink,
}: { step: EnvironmentStep } & Omit<TrailListProps, 'steps'>) {
  switch (step.kind) {
    case 'context':
      return (
        <>
          <p className="breakable" dir="auto" lang="">
            {visibleText(step.context) || text.noContext}
          </p>
          {step.context === '' ? null : replayLink(step.context)}
        </>
      );
    case 'selection': {
      const { recommended, other, blocked } = step.counts;
      return (
        <>
          <p className="small">{text.counts(recommended, other, blocked)}</p>
          <ul className="small">
            {step.recommended.map(({ id, label, reason, reasonStatement }) => (
              <li className="breakable" key={id}>
                <span dir="auto" lang="">
                  {visibleText(label)}
                </span>
                : {statementSentence(reasonStatement, reason)}
              </li>
            ))}
          </ul>
        </>
      );
    }
    case 'exposure':
      return (
        <p className="small breakable">
          {step.tools.length === 0 ? text.noTools : commonText.inRow(step.tools.map(visibleText))}
        </p>
      );
    case 'call':
      return (
        <>
          <p className="breakable" dir="auto" lang="">
            {visibleText(step.label)}
          </p>
          <JsonView label={affordancesText.call.arguments} short value={step.arguments} />
          {taskLink(step.callId)}
        </>
      );
  }
}
