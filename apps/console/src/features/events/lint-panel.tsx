import type { Envelope } from '@countersign/hai/envelope';
import type { LintReport } from '@countersign/thread/lint';
import { lintStream } from '@countersign/thread/lint';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { eventsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { saveText } from '../../ui/files/save-file.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LintFindingRow } from './lint-finding-row.tsx';
import { lintJson, lintMarkdown } from './lint-markdown.ts';

const pageSize = 5_000;
const maxEvents = 200_000;
const unended = new Set(['run-not-ended', 'start-without-end']);

interface LintReading {
  /** The newest event the report is of. */
  upTo: number;
  /** What has not ended by then is no fault. */
  open: boolean;
  /** Events read so far. */
  read: number;
  report: LintReport | null;
  error: unknown;
  retry: () => void;
}

/** Reads every event up to `head` again, and checks them. */
function useLintReport(source: TaskSource, head: number, going: boolean): LintReading {
  // The report is of the moment it was asked for: it does not change while it is read.
  const [upTo] = useState(Math.min(head, maxEvents));
  const [open] = useState(going || upTo < head);
  const [read, setRead] = useState(0);
  const [report, setReport] = useState<LintReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
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
  return { upTo, open, read, report, error, retry: () => setAttempt(attempt + 1) };
}

const text = eventsText.report;

interface LintPanelProps {
  source: TaskSource;
  head: number;
  nameOf: (agentId: string) => string;
  /** A run is active: what it has not ended yet is no fault. */
  going: boolean;
  onShow: (sequence: number) => void;
}

/** Reads every event again and reports what the agents' authors should fix. */
export function LintPanel({ source, head, nameOf, going, onShow }: LintPanelProps) {
  const { upTo, open, read, report, error, retry } = useLintReport(source, head, going);
  if (error !== null) {
    return <ErrorPanel detail={errorText(error)} onRetry={retry} title={eventsText.failed} />;
  }
  if (report === null) {
    return (
      <div className="scrolls lint-report stack-wide grow">
        <p className="muted tabular" role="status">
          {text.checking(read, upTo)}
        </p>
        <Skeleton label={text.checking(read, upTo)} rows={5} />
      </div>
    );
  }
  return (
    <ReportView
      lead={upTo < head ? text.part(upTo) : open ? text.going : text.lead}
      nameOf={nameOf}
      onShow={onShow}
      report={report}
      taskId={source.taskId}
    />
  );
}

interface ReportViewProps {
  report: LintReport;
  /** Which events it is of. */
  lead: string;
  taskId: string;
  nameOf: (agentId: string) => string;
  onShow: (sequence: number) => void;
}

/** The report, of all agents or of one, with copy and download. */
function ReportView({ report, lead, taskId, nameOf, onShow }: ReportViewProps) {
  const [agentId, setAgentId] = useState('');
  const scope = { taskId, agentId: agentId === '' ? null : agentId };
  const findings = report.findings.filter((each) => agentId === '' || each.agentId === agentId);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const name = `report-${taskId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
  return (
    <section aria-label={text.title} className="scrolls lint-report stack-wide grow">
      <header className="row-wrap">
        <div className="grow">
          <h2>{text.title}</h2>
          <p className="muted small">{lead}</p>
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
        <CopyButton className="button" text={() => lintMarkdown(report, scope)}>
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
        <div className="column at-top rounded empty">
          <h3 className="row-tight">
            <Icon of={Check} tone="done" />
            {text.sound}
          </h3>
          <p className="small muted breakable">{text.soundDetail(report.events)}</p>
        </div>
      ) : (
        <>
          <p className="tabular">{text.findings(errors, findings.length - errors)}</p>
          <ul>
            {findings.map((finding) => (
              <LintFindingRow
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
