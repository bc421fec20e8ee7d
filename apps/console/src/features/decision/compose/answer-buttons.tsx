import { answerLabel } from '@countersign/upformat/answer-labels';
import type { FeedbackType } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import {
  ArrowUpDown,
  AtSign,
  Check,
  type LucideIcon,
  MessageSquare,
  Pencil,
  X,
} from 'lucide-react';
import { refusalSentence } from '../../../text/answers/answer-refusal.ts';
import { readMessage } from '../../../text/statements/asked-message.ts';
import { answerButtonText, decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import type { Answer } from './use-answer.ts';
import './answer-buttons.css';

export interface AnswerKind {
  type: FeedbackType;
  key: string;
  icon: LucideIcon;
}

export const answerKinds: readonly AnswerKind[] = [
  { type: 'approve', key: 'a', icon: Check },
  { type: 'reject', key: 'r', icon: X },
  { type: 'edit', key: 'e', icon: Pencil },
  { type: 'rank', key: 'n', icon: ArrowUpDown },
  { type: 'comment', key: 'c', icon: MessageSquare },
  { type: 'instruction', key: 'i', icon: AtSign },
];

/** The agent's label and effect for an answer it accepts. */
const wordsOf = ({ prompt, allowed }: Answer, type: FeedbackType) =>
  (allowed[type].allowed && upPromptOf(readMessage(prompt)).answers?.[type]) || {};

/** The effect of the chosen answer, before it is sent. */
export function AnswerEffect({ answer }: { answer: Answer }) {
  const { type } = answer.draft;
  const effect = type === null || type === 'default' ? undefined : wordsOf(answer, type).effect;
  if (!effect) return null;
  return (
    <p className="small muted answer-effect breakable" role="status" dir="auto" lang="">
      {visibleText(effect)}
    </p>
  );
}

function AnswerButton({ answer, kind }: { answer: Answer; kind: AnswerKind }) {
  const { type, key, icon } = kind;
  const allowed = answer.allowed[type];
  const own = wordsOf(answer, type);
  const word = type === 'edit' && answer.fillIn ? text.fillIn : answerButtonText[type];
  // Shown after our label, never instead of it: the agent must not decide which kind of answer a button is.
  const given = allowed.allowed ? answerLabel(readMessage(answer.prompt), type) : '';
  const label = given === word ? '' : given;
  const button = (
    <Button
      icon={icon}
      aria-pressed={answer.draft.type === type}
      aria-disabled={!allowed.allowed || undefined}
      aria-keyshortcuts={key.toUpperCase()}
      onClick={() => answer.choose(type)}
      {...(allowed.allowed
        ? own.effect && { title: visibleText(own.effect) }
        : { className: 'is-off', 'aria-description': refusalSentence(allowed.refusal, type) })}
    >
      <span className="column answer-words">
        <span className="truncate">{word}</span>
        {label !== '' && (
          <span className="fine-print regular muted two-lines" dir="auto" lang="">
            {visibleText(label)}
          </span>
        )}
      </span>
      <Kbd keys={key} />
    </Button>
  );
  // A refused answer stays in place and can be reached, so that its reason can be read.
  return allowed.allowed ? (
    button
  ) : (
    <Tooltip text={refusalSentence(allowed.refusal, type)}>{button}</Tooltip>
  );
}

/** The six answers, equal in weight, none chosen beforehand. */
export function AnswerButtons({ answer }: { answer: Answer }) {
  return (
    <fieldset className="answer-kinds stack unframed" aria-label={text.answer}>
      {answerKinds.map((kind) => (
        <AnswerButton key={kind.type} answer={answer} kind={kind} />
      ))}
    </fieldset>
  );
}
