import type { AgentFinding, AgentTest, TestAgent } from '@countersign/api/agent-test';
import { CircleCheck, Info, OctagonX, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { agentsText } from '../../text/agents.ts';
import { statementSentence } from '../../text/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import './agent-trial.css';

const words = agentsText.trial;

const looks = {
  good: { icon: CircleCheck, tone: 'done' },
  note: { icon: Info, tone: 'idle' },
  bad: { icon: OctagonX, tone: 'fail' },
} as const;

interface AgentTrialProps {
  /** Null while there is no URL to try. */
  body: TestAgent | null;
  test: (body: TestAgent) => Promise<AgentTest>;
  onWantsHeader?: (wants: boolean) => void;
}

/** Tests an agent before it is added: first without a run, then, on request, with a real run. */
export function AgentTrial({ body, test, onWantsHeader }: AgentTrialProps) {
  const [result, setResult] = useState<AgentTest | null>(null);
  const { busy, failure, run } = useAction();
  const start = (startRun: boolean) =>
    void run(async () => {
      if (body === null) return;
      const found = await test({ ...body, startRun });
      setResult(found);
      onWantsHeader?.(found.wantsHeader);
    });
  return (
    <section aria-label={words.label} className="agent-trial stack">
      <div className="row">
        <Button
          busy={busy}
          disabled={body === null}
          icon={PlugZap}
          onClick={() => start(false)}
          title={body === null ? words.noUrl : undefined}
        >
          {busy ? words.testing : words.test}
        </Button>
        <span className="small muted">{words.hint}</span>
      </div>
      <div role="status">
        {failure === null ? null : <p className="small agent-bad">{errorText(failure)}</p>}
        {result === null ? null : (
          <ul className="agent-trial-lines stack-tight small">
            {result.findings.map((finding) => (
              <Finding finding={finding} key={finding.text} />
            ))}
          </ul>
        )}
      </div>
      {result?.needsRun === true ? (
        <div className="row">
          <span className="small">{words.ask}</span>
          <Button disabled={busy} onClick={() => start(true)}>
            {words.start}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Finding({ finding }: { finding: AgentFinding }) {
  const { icon, tone } = looks[finding.kind];
  return (
    <li>
      <Icon of={icon} small tone={tone} />
      <span dir="auto">{visibleText(statementSentence(finding.statement, finding.text))}</span>
    </li>
  );
}
