import type { LintFinding } from '@countersign/thread/lint';
import { OctagonX, TriangleAlert } from 'lucide-react';
import { figure } from '../../text/count.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { eventsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';

const text = eventsText.report;

/** One fault of an agent: what it is, how often, what to do, and where. */
export function LintFindingRow({
  finding,
  name,
  onShow,
}: {
  finding: LintFinding;
  name: string;
  onShow: (sequence: number) => void;
}) {
  const bad = finding.severity === 'error';
  return (
    <li className="row at-top list-line soft-line-above lint-finding">
      <Icon of={bad ? OctagonX : TriangleAlert} tone={bad ? 'fail' : 'idle'} />
      <div className="grow">
        <p className="row-wrap">
          <code className="strong">{finding.rule}</code>
          <span className={bad ? 'toned' : 'muted'} data-tone="fail">
            {bad ? text.error : text.warning}
          </span>
          <span className="muted tabular">{text.times(finding.count)}</span>
          <span className="row-tight">
            <AgentAvatar name={name} />
            {visibleText(name)}
          </span>
        </p>
        <p className="breakable" dir="auto">
          {visibleText(statementSentence(finding.statement, finding.detail))}
        </p>
        <p>{statementSentence(finding.advice.statement, finding.advice.text)}</p>
        <p className="muted">
          {text.at}{' '}
          {finding.sequences.map((sequence) => (
            <button
              className="link tabular target-height"
              key={sequence}
              onClick={() => onShow(sequence)}
              type="button"
            >
              {figure(sequence)}
            </button>
          ))}
        </p>
      </div>
    </li>
  );
}
