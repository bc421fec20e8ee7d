import type { Prompt } from '@countersign/api/prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { AtSign, Ban, Check, type LucideIcon, OctagonAlert, Pencil, X } from 'lucide-react';
import type { RefObject } from 'react';
import { commonLabel, meaningsOf } from '../../../text/answers/own-answer.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import { answerButtonText, commonText, fillText, bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { type BulkDraft, bulkFeedback } from './bulk-feedback.ts';
import './bulk-answer.css';

export const bulkKinds: readonly { type: BulkType; key: string; icon: LucideIcon }[] = [
  { type: 'approve', key: 'a', icon: Check },
  { type: 'reject', key: 'r', icon: X },
  { type: 'instruction', key: 'i', icon: AtSign },
  { type: 'edit', key: 'e', icon: Pencil },
];

const fieldWords: Record<Exclude<BulkType, 'edit'>, string> = {
  approve: text.note,
  reject: text.reason,
  comment: text.comment,
  instruction: text.instruction,
};

/** The feedback as each row gets it: with a target of its own. */
function withTarget(feedback: UpFeedback): string {
  return JSON.stringify({ ...feedback, target: { messageId: text.ownTarget } });
}

interface BulkAnswerProps {
  /** The prompts it would go to, if all have the same question; null = the effect of an answer is shown per question. */
  same: readonly Prompt[] | null;
  draft: BulkDraft;
  /** How many rows are included. */
  count: number;
  /** How many of them were on screen. */
  seen: number;
  /** Critical ones among them, which are confirmed apart. */
  critical: number;
  criticalConfirmed: boolean;
  onConfirmCritical: (on: boolean) => void;
  /** All rows have fields that can be filled in together. */
  canFill: boolean;
  /** Included rows without input. */
  untouched: number;
  /** Why nothing can be sent; null = it can. */
  blocked: string | null;
  /** Which rows cannot get the chosen answer, and why; null = all can. */
  notPossible: string | null;
  sending: boolean;
  /** Why the last try failed; null = it did not. */
  failure: string | null;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onDraft: (draft: BulkDraft) => void;
  onChoose: (type: BulkType) => void;
  onSend: () => void;
}

const nobody: readonly Prompt[] = [];

/** Our label for an answer, followed by the agent's. */
function Words({ type, same }: { type: BulkType; same: readonly Prompt[] }) {
  const word = type === 'edit' ? fillText.action : answerButtonText[type];
  const own = commonLabel(same, type);
  if (own === '' || own === word) return word;
  return (
    <span className="column answer-words">
      <span>{word}</span>
      <span className="fine-print regular muted two-lines" dir="auto" lang="">
        {visibleText(own)}
      </span>
    </span>
  );
}

/** The effect of the chosen answer, before it is sent. */
function Effect({ type, same }: { type: BulkType; same: readonly Prompt[] }) {
  const meanings = meaningsOf(same, type);
  if (meanings.length === 0) return null;
  return (
    <p className="small muted" role="status" dir="auto" lang="">
      {visibleText(meanings.join(' · '))}
    </p>
  );
}

/** Why it cannot be sent; that nothing is filled in yet is no fault. */
function Blocked({ words }: { words: string }) {
  if (words === fillText.noneFilled)
    return (
      <span className="muted" role="status">
        {words}
      </span>
    );
  return (
    <span className="small side-by-side error-text" role="status">
      <Icon of={OctagonAlert} />
      {words}
    </span>
  );
}

/** The answer to every included row, as it will be sent. It never scrolls away. */
export function BulkAnswer(props: BulkAnswerProps) {
  const { draft, count, blocked, sending, failure, onDraft, onChoose, onSend } = props;
  const { type } = draft;
  const feedback = bulkFeedback(draft);
  const kinds = bulkKinds.filter((kind) => kind.type !== 'edit' || props.canFill);
  return (
    <footer className="line-above bulk-answer stack rigid">
      {type !== null && type !== 'edit' && (
        <Field label={fieldWords[type]} help={text.hints[type]}>
          {(ids) => (
            <Textarea
              {...ids}
              ref={props.fieldRef}
              rows={2}
              value={draft.text}
              disabled={sending}
              onChange={({ target }) => onDraft({ ...draft, text: target.value })}
            />
          )}
        </Field>
      )}
      {failure !== null && (
        <Banner tone="fail" icon={OctagonAlert} role="alert">
          {failure}
          {commonText.gap}
          {text.failedDetail}
        </Banner>
      )}
      <fieldset className="bulk-kinds stack unframed" aria-label={text.answer}>
        {kinds.map((kind) => (
          <Button
            key={kind.type}
            icon={kind.icon}
            aria-pressed={type === kind.type}
            aria-keyshortcuts={kind.key.toUpperCase()}
            disabled={sending}
            onClick={() => onChoose(kind.type)}
          >
            <Words type={kind.type} same={props.same ?? nobody} />
            <Kbd keys={kind.key} />
          </Button>
        ))}
      </fieldset>
      {type !== null && type !== 'edit' && <Effect type={type} same={props.same ?? nobody} />}
      {type !== null && props.critical > 0 && (
        <Checkbox
          checked={props.criticalConfirmed}
          disabled={sending}
          label={<b className="strong">{text.confirmCritical(type, props.critical)}</b>}
          onChange={props.onConfirmCritical}
        />
      )}
      <div className="bulk-send row-wide wraps-on-phone">
        {feedback !== null && count > 0 && (
          <span className="bulk-bytes scrolls-down small breakable">
            <span className="muted">{text.leaves(count)}</span> <code>{withTarget(feedback)}</code>
          </span>
        )}
        {type === 'edit' && (
          <span className="muted">
            {fillText.leaves}
            {commonText.gap}
            {props.untouched > 0 && count > 0 && fillText.notSent(props.untouched)}
          </span>
        )}
        <span className="grow" />
        {props.notPossible !== null && (
          <span className="bulk-impossible row-close breakable" role="status">
            <Icon of={Ban} small />
            {props.notPossible}
          </span>
        )}
        {type !== null && blocked !== null && blocked !== props.notPossible && (
          <Blocked words={blocked} />
        )}
        <Button
          variant="primary"
          className="grows-on-phone"
          busy={sending}
          disabled={blocked !== null}
          title={blocked ?? undefined}
          aria-keyshortcuts="Control+Enter"
          data-decides
          onClick={onSend}
        >
          {sending
            ? text.sending
            : type === null
              ? text.chooseAnswer
              : failure === null
                ? text.sendSeen(text.send(type, count), { count, seen: props.seen })
                : text.again}
          <span className="row-tight">
            <Kbd keys="$mod+Enter" />
          </span>
        </Button>
      </div>
    </footer>
  );
}
