import type { CheckFinding } from '@countersign/api/agents/agent-check';
import { CircleCheck, CircleDashed, Info, OctagonX } from 'lucide-react';
import { checkSentence } from '../../../text/statements/check-statements.ts';
import { checkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';

const looks = {
  fail: { icon: OctagonX, tone: 'fail' },
  warn: { icon: Info, tone: 'need' },
  skip: { icon: CircleDashed, tone: 'idle' },
  pass: { icon: CircleCheck, tone: 'done' },
} as const;

const groups = ['fail', 'warn', 'skip', 'pass'] as const;

/** The findings by what they mean for the author of the agent: faults to fix come first, passed checks are folded. */
export function CheckFindings({ findings }: { findings: readonly CheckFinding[] }) {
  return groups.map((verdict) => {
    const own = findings.filter((finding) => finding.verdict === verdict);
    if (own.length === 0) return null;
    const title = text.groups[verdict](own.length);
    return verdict === 'pass' ? (
      <details key={verdict}>
        <summary>{title}</summary>
        <Lines findings={own} />
      </details>
    ) : (
      <section aria-label={title} key={verdict}>
        <h3>{title}</h3>
        <Lines findings={own} />
      </section>
    );
  });
}

function Lines({ findings }: { findings: readonly CheckFinding[] }) {
  return (
    <ul className="stack-tight">
      {findings.map((finding) => (
        <Finding finding={finding} key={finding.id} />
      ))}
    </ul>
  );
}

function Finding({ finding }: { finding: CheckFinding }) {
  const { id, verdict, title, detail, advice, page, statements } = finding;
  const { icon, tone } = looks[verdict];
  return (
    <li className="beside-icon">
      <Icon of={icon} small tone={tone} />
      <div>
        <p>
          {checkSentence(statements.title, title)}{' '}
          <a
            className="small"
            href={`/docs/protocol/${page.replace('.md', '')}`}
            rel="noreferrer"
            target="_blank"
          >
            <code>{id}</code>
          </a>
        </p>
        {detail === '' ? null : (
          <p className="small muted" dir="auto">
            {visibleText(checkSentence(statements.detail, detail))}
          </p>
        )}
        {advice === '' ? null : <p className="small">{checkSentence(statements.advice, advice)}</p>}
      </div>
    </li>
  );
}
