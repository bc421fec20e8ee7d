import type { Envelope } from '@countersign/hai/envelope';
import { type LintFinding, type LintReport, lintStream } from '@countersign/thread/lint';
import { Check, OctagonX, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorWords } from '../../live/problem-words.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { eventsText } from '../../text/events.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveText } from '../../ui/save-file.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lintJson, lintMarkdown } from './lint-markdown.ts';

const text = eventsText.report;
const pageSize = 5_000;
const maxEvents = 200_000;

interface LintPanelProps {
  source: TaskSource;
  head: number;
  nameOf: (agentId: string) => string;
  /** A run goes on: what it has not ended yet is no fault. */
  going: boolean;
  onShow: (sequence: number) => void;
}

const unended = new Set(['run-not-ended', 'start-without-end']);

/** Reads every event once more and says what the agents' authors should mend. */
export function LintPanel({ source, head, nameOf, going, onShow }: LintPanelProps) {
  // The report is of the moment it was asked for: it does not change while it is read.
  const [upTo] = useState(Math.min(head, maxEvents));
  const [open] = useState(going || upTo < head);
  const [read, setRead] = useState(0);
  const [report, setReport] = useState<LintReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [agentId, setAgentId] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const controller = new AbortController();
    const check = async () => {
      const envelopes: Envelope[] = [];
      for (let after = 0; after < upTo; after += pageSize) {
        const limit = Math.min(pageSize, upTo - after);
        envelopes.push(...(await source.events(after, limit, controller.signal)));
        if (controller.signal.aborted) return;
        setRead(after + limit);
      }
      const found = lintStream(envelopes.filter(({ sequence }) => sequence <= upTo));
      const findings = found.findings.filter(({ rule }) => !open || !unended.has(rule));
      setReport({ ...found, findings });
    };
    setError(null);
    check().catch((failure: unknown) => controller.signal.aborted || setError(failure));
    return () => controller.abort();
  }, [source, upTo, open, attempt]);

  if (error !== null) {
    return (
      <ErrorPanel
        detail={errorWords(error)}
        onRetry={() => setAttempt(attempt + 1)}
        title={eventsText.failed}
      />
    );
  }
  if (report === null) {
    return (
      <div className="lint">
        <p className="m tn" role="status">
          {text.checking(read, upTo)}
        </p>
        <Skeleton label={text.checking(read, upTo)} rows={5} />
      </div>
    );
  }
  const scope = { taskId: source.taskId, agentId: agentId === '' ? null : agentId };
  const findings = report.findings.filter((each) => agentId === '' || each.agentId === agentId);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const name = `report-${source.taskId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
  return (
    <section aria-label={text.title} className="lint">
      <header className="row">
        <div className="grow">
          <h2>{text.title}</h2>
          <p className="m s">{upTo < head ? text.part(upTo) : open ? text.going : text.lead}</p>
        </div>
        <Select
          aria-label={eventsText.agent}
          onChange={setAgentId}
          options={report.agents.map((agent) => ({
            value: agent.agentId,
            label: visibleText(nameOf(agent.agentId)),
          }))}
          placeholder={text.all}
          value={agentId}
        />
        <CopyButton className="btn" text={() => lintMarkdown(report, scope)}>
          {text.copy}
        </CopyButton>
        <Button onClick={() => saveText(`${name}.md`, lintMarkdown(report, scope))}>
          {text.markdown}
        </Button>
        <Button onClick={() => saveText(`${name}.json`, lintJson(report, scope))}>
          {text.json}
        </Button>
      </header>
      {findings.length === 0 ? (
        <div className="empty">
          <h3 className="row-s">
            <Icon of={Check} tone="done" />
            {text.sound}
          </h3>
          <p>{text.soundDetail(report.events)}</p>
        </div>
      ) : (
        <>
          <p className="tn">{text.findings(errors, findings.length - errors)}</p>
          <ul>
            {findings.map((finding) => (
              <Finding
                finding={finding}
                key={`${finding.agentId} ${finding.rule}`}
                name={nameOf(finding.agentId)}
                onShow={onShow}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Finding({
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
    <li className="lint-f">
      <Icon of={bad ? OctagonX : TriangleAlert} tone={bad ? 'fail' : 'idle'} />
      <div className="grow">
        <p className="row-s">
          <code className="b">{finding.rule}</code>
          <span className={bad ? 'evs-fault' : 'm'}>{bad ? text.error : text.warning}</span>
          <span className="m tn">{text.times(finding.count)}</span>
          <span className="row-s">
            <AgentAvatar name={name} />
            {visibleText(name)}
          </span>
        </p>
        <p className="lint-d" dir="auto">
          {visibleText(finding.detail)}
        </p>
        <p>{finding.advice}</p>
        <p className="m">
          {text.at}{' '}
          {finding.sequences.map((sequence) => (
            <button
              className="link tn"
              key={sequence}
              onClick={() => onShow(sequence)}
              type="button"
            >
              {sequence.toLocaleString('en')}
            </button>
          ))}
        </p>
      </div>
    </li>
  );
}
