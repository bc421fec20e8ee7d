import type { AgentReport } from '@countersign/api/task';
import { Scissors } from 'lucide-react';
import { LiveTime } from '../../live/live-time.tsx';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { commonText, taskText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';

const words = taskText.control;

interface SaidLineProps {
  agent: string;
  isCutOff: boolean;
  said: AgentReport | null;
  failure: string | null;
}

/** What is known of a run from outside its stream: that it was cut off, and what its agent reported when asked. */
export function AgentReportLine({ agent, isCutOff, said, failure }: SaidLineProps) {
  if (!isCutOff && said === null && failure === null) return null;
  return (
    <div className="row wrapping at-end task-request">
      {isCutOff ? (
        <span className="row-tight">
          <Icon of={Scissors} small tone="hold" />
          <span>{words.cutOff}</span>
        </span>
      ) : null}
      {said === null ? null : <Said agent={agent} said={said} />}
      {failure === null ? null : (
        <span className="small" role="alert">
          {failure}
        </span>
      )}
    </div>
  );
}

function Said({ agent, said }: { agent: string; said: AgentReport }) {
  const detail = said.detail === null ? '' : storedReason(said.detail, said.statement);
  const meaning = said.status === null ? null : words.saidStatus[said.status];
  const who = visibleText(agent);
  return (
    <span role="status">
      {said.answered ? words.said(who) : words.saidNot(who)}
      <b className="strong">{meaning ?? (detail || words.saidNothing)}</b>
      {meaning !== null && detail !== '' ? (
        <span className="muted">{commonText.aside(detail)}</span>
      ) : null}{' '}
      <span className="muted">
        <LiveTime as="ago" at={said.at} />
      </span>
    </span>
  );
}
