import type { FeedbackType, Priority, Severity } from '@countersign/upformat/message';
import {
  ArrowUpDown,
  AtSign,
  Check,
  type LucideIcon,
  MessageSquare,
  OctagonAlert,
  Pencil,
  Stamp,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { answerWords, priorityWords, decisionText as text } from '../../text/decision.ts';
import { formsText } from '../../text/forms.ts';
import { severityWords } from '../../text/state.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { MiniSelect } from '../../ui/select.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { DefaultLine } from './default-line.tsx';
import { curlOf, ExactBytes } from './exact-bytes.tsx';
import type { Answer } from './use-answer.ts';

export const answerKinds: readonly { type: FeedbackType; key: string; icon: LucideIcon }[] = [
  { type: 'approve', key: 'a', icon: Check },
  { type: 'reject', key: 'r', icon: X },
  { type: 'edit', key: 'e', icon: Pencil },
  { type: 'rank', key: 'n', icon: ArrowUpDown },
  { type: 'comment', key: 'c', icon: MessageSquare },
  { type: 'instruction', key: 'i', icon: AtSign },
];

const severities: readonly Severity[] = ['info', 'minor', 'major', 'critical'];
const priorities: readonly Priority[] = ['low', 'medium', 'high', 'urgent'];

function AnswerButton({
  answer,
  type,
  keyName,
  icon,
}: {
  answer: Answer;
  type: FeedbackType;
  keyName: string;
  icon: LucideIcon;
}) {
  const allowed = answer.allowed[type];
  const word = type === 'edit' && answer.fillIn ? text.fillIn : answerWords[type];
  const button = (
    <Button
      icon={icon}
      aria-pressed={answer.draft.type === type}
      aria-disabled={!allowed.allowed || undefined}
      aria-keyshortcuts={keyName.toUpperCase()}
      onClick={() => answer.choose(type)}
      {...(allowed.allowed ? {} : { className: 'is-off', 'aria-description': allowed.reason })}
    >
      {word}
      <Kbd keys={keyName} />
    </Button>
  );
  // A refused answer stays in place and can be reached, so that its reason can be read.
  return allowed.allowed ? button : <Tooltip text={allowed.reason}>{button}</Tooltip>;
}

function Marks({ answer }: { answer: Answer }) {
  const none = { value: '', label: text.notGiven };
  return (
    <>
      <MiniSelect
        label={text.severity}
        value={answer.draft.severity ?? ''}
        options={[
          none,
          ...severities.map((value) => ({ value, label: severityWords[value].toLowerCase() })),
        ]}
        onChange={(next) =>
          answer.update({ severity: severities.find((value) => value === next) ?? null })
        }
      />
      <MiniSelect
        label={text.priority}
        value={answer.draft.priority ?? ''}
        options={[none, ...priorities.map((value) => ({ value, label: priorityWords[value] }))]}
        onChange={(next) =>
          answer.update({ priority: priorities.find((value) => value === next) ?? null })
        }
      />
    </>
  );
}

/** First twelve digits of the digest in groups of four. */
export const sealOf = (digest: string): string =>
  (digest.slice(0, 12).match(/.{1,4}/g) ?? []).join(' ');

export function Seal({ digest }: { digest: string }) {
  return (
    <span className="seal" title={`${text.seal}\n${digest}`}>
      <Icon of={Stamp} />
      <span className="sr">{text.sealOf} </span>
      {sealOf(digest)}
    </span>
  );
}

function SendButton({ answer, faults }: { answer: Answer; faults: number }) {
  const { draft, blocked, sent } = answer;
  const idle = draft.type === null;
  const label = idle
    ? text.chooseAnswer
    : text.send(draft.type ?? 'approve', answer.changes.length, answer.fillIn);
  return (
    <Button
      variant="primary"
      busy={sent.inFlight}
      disabled={blocked !== null || faults > 0}
      title={blocked ?? undefined}
      aria-keyshortcuts="Control+Enter"
      data-decides
      onClick={() => answer.send()}
    >
      {sent.inFlight ? text.sending : label}
      <span className="row-s">
        <Kbd keys="$mod+Enter" />
      </span>
    </Button>
  );
}

/** The default, the six answers, the seal, and what leaves. It never scrolls away. */
export function AnswerBar({ answer }: { answer: Answer }) {
  const [bytes, setBytes] = useState(false);
  const why = answer.tried && answer.draft.type !== null ? answer.blocked : null;
  const faults = answer.tried && answer.draft.type === 'edit' ? answer.errors.length : 0;
  const { prompt, built } = answer;
  return (
    <footer className="answer">
      <DefaultLine prompt={prompt} />
      <fieldset className="a-row" aria-label={text.answer}>
        {answerKinds.map((kind) => (
          <AnswerButton
            key={kind.type}
            answer={answer}
            type={kind.type}
            keyName={kind.key}
            icon={kind.icon}
          />
        ))}
      </fieldset>
      <div className="a-seal">
        <Seal digest={prompt.digest} />
        <button type="button" className="link" onClick={() => setBytes(true)}>
          {text.exactBytes}
        </button>
        {built.ok && (
          <span className="desk-only">
            <CopyButton text={() => curlOf(prompt, built.feedback)}>{text.copyCurl}</CopyButton>
          </span>
        )}
        <span className="grow desk-only" />
        {faults > 0 || why !== null ? (
          <span className="err desk-only" role="status">
            <Icon of={OctagonAlert} />
            {faults > 0 ? formsText.toCorrect(faults) : why}
          </span>
        ) : (
          <span className="row desk-only">
            <Marks answer={answer} />
          </span>
        )}
        <SendButton answer={answer} faults={faults} />
      </div>
      <ExactBytes open={bytes} onOpenChange={setBytes} prompt={prompt} built={built} />
    </footer>
  );
}
