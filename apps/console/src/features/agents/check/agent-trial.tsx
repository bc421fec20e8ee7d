import type {
  AgentFinding,
  AgentSuggestion,
  AgentTest,
  TestAgent,
} from '@countersign/api/agents/agent-test';
import { CircleCheck, Info, OctagonX, PlugZap } from 'lucide-react';
import { useId, useState } from 'react';
import { errorText } from '../../../live/problem-text.ts';
import { useAction } from '../../../live/use-action.ts';
import { statementSentence } from '../../../text/statements/statements.ts';
import { agentsText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Suggestions } from '../use-suggestions.ts';
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
  /** Where what was found can be filled in; absent = nowhere. */
  suggestions?: Suggestions;
}

/** Tests an agent before it is added: first without a run, then, on request, with a real run. */
export function AgentTrial({ body, test, onWantsHeader, suggestions }: AgentTrialProps) {
  const [result, setResult] = useState<AgentTest | null>(null);
  const [filled, setFilled] = useState<string | null>(null);
  const { busy, failure, run } = useAction();
  const start = (startRun: boolean) =>
    void run(async () => {
      if (body === null) return;
      const found = await test({ ...body, startRun });
      setResult(found);
      setFilled(null);
      onWantsHeader?.(found.wantsHeader);
    });
  return (
    <section aria-label={words.label} className="agent-trial items-at-start stack-close">
      <div className="row-wrap">
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
        {failure === null ? null : <p className="small fault">{errorText(failure)}</p>}
        {result === null ? null : (
          <ul className="stack-tight small">
            {result.findings.map((finding) => (
              <Finding
                finding={finding}
                key={finding.text}
                onUse={(suggestion) => setFilled(suggestions?.use(suggestion) ?? null)}
                part={suggestions?.part}
              />
            ))}
          </ul>
        )}
      </div>
      {filled === null ? null : (
        <p className="small" key={filled} ref={focusLine} tabIndex={-1}>
          {filled}
        </p>
      )}
      {/* The address that was found and filled in may be an MCP server's, whose runs are calls of tools. */}
      {result?.needsRun === true && body?.protocol !== 'mcp' ? (
        <div className="row-wrap">
          <span className="small">{words.ask}</span>
          <Button disabled={busy} onClick={() => start(true)}>
            {words.start}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** The pressed button is gone: the line that says what it did takes its focus, before the fields it has filled in. */
const focusLine = (line: HTMLElement | null) => line?.focus();

interface FindingProps {
  finding: AgentFinding;
  part: Suggestions['part'] | undefined;
  onUse: (suggestion: AgentSuggestion) => void;
}

function Finding({ finding, part, onUse }: FindingProps) {
  const { icon, tone } = looks[finding.kind];
  const { suggestion } = finding;
  const textId = useId();
  const change = suggestion && part ? part(suggestion) : {};
  return (
    <li className="beside-icon">
      <Icon of={icon} small tone={tone} />
      <div className="row-wrap">
        <span dir="auto" id={textId}>
          {visibleText(statementSentence(finding.statement, finding.text))}
        </span>
        {suggestion === undefined || Object.keys(change).length === 0 ? null : (
          <Button aria-describedby={textId} onClick={() => onUse(suggestion)} small>
            {'url' in change ? words.useAddress : words.use}
          </Button>
        )}
      </div>
    </li>
  );
}
