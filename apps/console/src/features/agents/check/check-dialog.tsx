import type { Agent } from '@countersign/api/agent';
import type { CheckReport } from '@countersign/api/agents/agent-check';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../live/problem-text.ts';
import { checkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { CheckFindings } from './check-findings.tsx';
import { type CheckState, useAgentCheck } from './use-agent-check.ts';
import './check-dialog.css';

interface CheckDialogProps {
  agent: Agent;
  onClose: () => void;
}

/** Checks an agent against the protocol: what it is asked, how far it is, and the report. */
export function CheckDialog({ agent, onClose }: CheckDialogProps) {
  const { state, start, cancel } = useAgentCheck(agent.id);
  const isGoing = state.step === 'going';
  // Kept here: the form is away while it is checked, and comes back if it could not start.
  const [words, setWords] = useState('');
  const isMcp = agent.protocol === 'mcp';
  return (
    <Dialog
      // The report cannot be shown again.
      keepOpen={state.step !== 'ready'}
      onOpenChange={(open) => open || onClose()}
      open
      title={text.title(visibleText(agent.name))}
      wide
    >
      <div className="check stack-wide">
        {state.step === 'ready' || state.step === 'failed' ? (
          <Begin
            {...{ isMcp, words, setWords, state }}
            onStart={() => {
              const given = words.trim() === '' ? {} : { [isMcp ? 'tool' : 'message']: words };
              void start(given);
            }}
          />
        ) : null}
        <p className="small" role="status">
          {isGoing ? text.going(state.findings.length) : null}
          {state.step === 'ended' ? summary(state.report) : null}
        </p>
        {state.step === 'going' || state.step === 'ended' ? (
          <CheckFindings findings={state.findings} />
        ) : null}
        {isGoing ? (
          <div className="row at-end">
            <Button onClick={cancel}>{text.cancel}</Button>
          </div>
        ) : null}
        {state.step === 'ended' && state.report !== null ? <Copy report={state.report} /> : null}
      </div>
    </Dialog>
  );
}

function summary(report: CheckReport | null): string {
  if (report === null) return text.cut;
  const failed = report.findings.filter(({ verdict }) => verdict === 'fail').length;
  return failed === 0 ? text.nothingFailed(report.runs) : text.someFailed(failed, report.runs);
}

function Copy({ report }: { report: CheckReport }) {
  return (
    <p>
      <CopyButton of={text.report} text={() => JSON.stringify(report, null, 2)}>
        {text.copy}
      </CopyButton>
    </p>
  );
}

interface BeginProps {
  state: CheckState;
  /** Of a server with tools one is called; what else is checked is started by a message. */
  isMcp: boolean;
  words: string;
  setWords: (words: string) => void;
  onStart: () => void;
}

function Begin({ state, isMcp, words, setWords, onStart }: BeginProps) {
  const isReady = isMcp || words.trim() !== '';
  const texts = isMcp ? text.ofMcp : text;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onStart();
  };
  return (
    <form className="stack-wide" noValidate onSubmit={submit}>
      <p>{texts.about}</p>
      <Banner icon={TriangleAlert} tone="need">
        {texts.real}
      </Banner>
      <Field help={texts.messageHelp} label={texts.message} required={!isMcp}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            maxLength={isMcp ? 200 : 10_000}
            onChange={(event) => setWords(event.target.value)}
            value={words}
          />
        )}
      </Field>
      {state.step === 'failed' ? (
        <Banner role="alert" tone="fail">
          <b className="strong">{text.failed}</b>
          <p className="small">{errorText(state.error)}</p>
        </Banner>
      ) : null}
      <div className="row at-end">
        <DialogCancel />
        <Button disabled={!isReady} type="submit" variant="primary">
          {text.start}
        </Button>
      </div>
    </form>
  );
}
