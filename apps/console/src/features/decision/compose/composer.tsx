import { withoutSecrets } from '@countersign/json-schema/secret';
import type { UpMessage } from '@countersign/upformat/message';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { memo, useDeferredValue } from 'react';
import { bytesText, decisionText as text } from '../../../text/texts.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { JsonView } from '../../../ui/json-view.tsx';
import { copiedJson } from '../../../ui/texts/copied-json.ts';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import { MergeTable } from '../compare/merge-table.tsx';
import { Proposal } from '../question/proposal.tsx';
import { UnreadMembers, unreadPayloadOf, unreadWholeOf } from '../question/unread.tsx';
import { SentContent } from '../sent/sent-content.tsx';
import { feedbackIn } from '../sent/use-sent.ts';
import { AnnotatedContent } from './annotated-content.tsx';
import { ChoiceComposer, choicesOf } from './choice-composer.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { EditComposer } from './edit-composer.tsx';
import { RankComposer } from './rank-composer.tsx';
import type { Answer } from './use-answer.ts';
import './composer.css';
import { needsReason } from '@countersign/desk/content/reason';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { Saved } from '../draft/saved.tsx';

type Member = 'note' | 'reason' | 'instruction';
const words: Record<Member, { label: string; hint: string; rows: number }> = {
  note: { label: text.note, hint: text.noteHint, rows: 2 },
  reason: { label: text.reason, hint: text.reasonHint, rows: 3 },
  instruction: { label: text.instruction, hint: text.instructionHint, rows: 4 },
};

/** A text to the agent: the note of an approval, the reason of a rejection, an instruction. */
function TextComposer({ answer, member }: { answer: Answer; member: Member }) {
  const { label, hint, rows } = words[member];
  const { type } = answer.draft;
  const isNeeded = needsReason(answer, type);
  return (
    <section className="scrolls-down line-above compose stack" aria-label={text.yourAnswer}>
      <Field
        label={isNeeded ? text.reason : label}
        required={isNeeded}
        mark={<Saved answer={answer} />}
        {...(isNeeded ? { help: text.reasonRule(answer.prompt.severity) } : {})}
      >
        {(ids) => (
          <Textarea
            {...ids}
            rows={rows}
            data-composer
            placeholder={isNeeded ? text.reasonNeeded : hint}
            value={answer.draft[member]}
            onChange={(event) => answer.update({ [member]: event.target.value })}
          />
        )}
      </Field>
    </section>
  );
}

const members = { approve: 'note', reject: 'reason', instruction: 'instruction' } as const;

/**
 * The content of the prompt: as proposed, or editable when that is the chosen answer. Two marks measure how much of it was on screen.
 */
export function Content(props: { answer: Answer; open: boolean }) {
  const { headRef, endRef } = props.answer.look;
  return (
    <div className="anchor viewed" tabIndex={-1}>
      <span className="viewed-start" ref={headRef} />
      <span className="viewed-end" ref={endRef} />
      <Shown {...props} />
    </div>
  );
}

function Shown({ answer, open }: { answer: Answer; open: boolean }) {
  const { message } = answer.prompt;
  const type = open ? answer.draft.type : null;
  if (type === 'edit')
    return (
      <>
        {/* It appears and disappears next to the form: the focus stays in the form. */}
        {answer.merge && <MergeTable answer={answer} merge={answer.merge} />}
        {choicesOf(answer) ? <ChoiceComposer answer={answer} /> : <EditComposer answer={answer} />}
      </>
    );
  if (type === 'comment') return <AnnotatedContent answer={answer} />;
  return (
    <>
      {type === 'rank' && <RankComposer answer={answer} />}
      {!open && sentOf(answer)}
      {unreadWholeOf(message) !== null ? (
        <UnreadMembers message={message} />
      ) : (
        <Proposal
          payload={message.payload}
          schema={schemaOf(message)}
          unread={unreadPayloadOf(message)}
          text={textOf(message)}
          way={wayOf(answer.prompt)}
          isList={(message.upThought?.alternatives ?? []).length > 0}
        />
      )}
    </>
  );
}

/** A proposal that is only a text, unless its agent says that it is secret. */
function textOf(message: UpMessage): string | null {
  const { barePayload, payload = {} } = message;
  if (barePayload !== 'text' || withoutSecrets(schemaOf(message), payload) !== payload) return null;
  return String(payload[barePayload]);
}

/** How a question without a proposal is answered: after an address was opened, or in words. */
function wayOf({ message, commentsAnswer }: Answer['prompt']): 'address' | 'decline' | 'words' {
  const { allowed = [], outputs = [] } = upPromptOf(message);
  const takesWords = allowed.some((kind) => kind === 'edit' || kind === 'instruction');
  if (allowed.length === 0 || takesWords || commentsAnswer) return 'words';
  if (!allowed.includes('approve')) return allowed.includes('reject') ? 'decline' : 'words';
  return outputs.some((output) => 'url' in output) ? 'address' : 'words';
}

/** A sent answer is shown in place of the proposal as soon as it leaves this tab. */
function sentOf({ prompt, sent }: Answer) {
  const isOurs = sent.inFlight || sent.entry?.state === 'recorded';
  const feedback = prompt.decision?.feedback ?? (isOurs ? feedbackIn(sent.entry) : null);
  return feedback && <SentContent prompt={prompt} feedback={feedback} />;
}

/** Text fields of the answer, directly above the answers. */
export function TextFields({ answer }: { answer: Answer }) {
  const { type } = answer.draft;
  const { message } = answer.prompt;
  const { defaultFeedback } = upPromptOf(message);
  switch (type) {
    case null:
    case 'edit':
    case 'rank':
      return null;
    case 'default':
      return (
        <section className="scrolls-down line-above compose stack" aria-label={text.yourAnswer}>
          <SecretBlock
            value={defaultFeedback}
            masked={publicPart(message, defaultPath, defaultFeedback)}
          >
            {(shown) => <JsonView label={bytesText.feedback} value={shown} short />}
          </SecretBlock>
        </section>
      );
    case 'comment':
      return <CommentComposer answer={answer} />;
    default:
      return <TextComposer key={type} answer={answer} member={members[type]} />;
  }
}

const noErrors: Answer['errors'] = [];

interface ValueProps {
  value: unknown;
  errors: Answer['errors'];
  schema: unknown;
}

const Value = memo(function Value({ value, errors, schema }: ValueProps) {
  return (
    <SecretBlock
      value={value}
      masked={withoutSecrets(schema, value)}
      head={(shown) => (
        <div className="panel-section-head">
          <h2>{text.sameValue}</h2>
          <CopyButton
            className="link small target-height"
            of={text.sameValue}
            text={() => copiedJson(shown)}
          />
        </div>
      )}
    >
      {(shown) => <Lines value={shown} errors={errors} />}
    </SecretBlock>
  );
});

function Lines({ value, errors }: Omit<ValueProps, 'schema'>) {
  const lines = JSON.stringify(value, null, 1)?.split('\n') ?? [];
  const keys = errors.map((error) => error.path.split('/').at(-1) ?? '');
  const marked = new Set(
    lines.flatMap((line, index) =>
      keys.some((key) => key !== '' && line.trim().startsWith(`"${key}":`)) ? [index] : [],
    ),
  );
  return <JsonView copy={false} label={text.sameValue} value={value} marked={marked} short />;
}

/** Next to a form: the same value as JSON, faults marked. It may lag for a moment: typing has priority. */
export function SameValue({ answer }: { answer: Answer }) {
  const value = useDeferredValue(answer.value);
  const errors = useDeferredValue(answer.tried ? answer.errors : noErrors);
  if (answer.draft.type !== 'edit' || answer.form === null || choicesOf(answer)) return null;
  return (
    <section className="soft-line-below panel-section">
      <Value value={value} errors={errors} schema={answer.form.schema} />
    </section>
  );
}
