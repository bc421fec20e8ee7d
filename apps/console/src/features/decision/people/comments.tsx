import type { Prompt, PromptComment } from '@countersign/api/prompt';
import { annotatedText } from '@countersign/upformat/check-annotations';
import { commonText, decisionEditText, promptLifeText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { PersonAvatar } from '../../../ui/avatar.tsx';
import { formatClock, formatExact } from '../../../ui/format-time.ts';
import { feedbackText } from '../compose/feedback-text.ts';
import { placeName } from '../draft/place-names.ts';

type Annotation = NonNullable<
  Extract<PromptComment['feedback'], { type: 'comment' }>['content']['annotations']
>[number];

const none: readonly PromptComment[] = [];

/** Where a note was made, with the annotated text if it is unchanged. */
function placeOf(prompt: Prompt, at: number, { pointer, range }: Annotation): string {
  const where =
    pointer === undefined ? decisionEditText.explanation : placeName(prompt.message, pointer);
  const isAsRead = prompt.revisedAt === null || prompt.revisedAt <= at;
  if (range === undefined || !isAsRead) return where;
  const whole = annotatedText(prompt.message, pointer === undefined ? {} : { pointer });
  const words = whole?.slice(range.start, range.end) ?? '';
  return words === '' ? where : text.wordsIn(words, where);
}

function Said({ prompt, comment }: { prompt: Prompt; comment: PromptComment }) {
  const { at, feedback } = comment;
  if (feedback.type !== 'comment') {
    return (
      <span className="verbatim" dir="auto">
        {visibleText(feedbackText(feedback))}
      </span>
    );
  }
  const { annotations = [], ...content } = feedback.content;
  // The text of a comment that was made of notes only repeats them.
  const repeats = content.text === annotations.map((note) => note.text).join('\n');
  return (
    <>
      {!repeats && (
        <span className="verbatim" dir="auto" lang="">
          {visibleText(content.text)}
        </span>
      )}
      {annotations.map((note, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not change
        <span className="verbatim" key={place}>
          <span className="muted" dir="auto" title={note.pointer}>
            {visibleText(placeOf(prompt, at, note))}
            {commonText.colon}
          </span>
          {visibleText(note.text)}
        </span>
      ))}
    </>
  );
}

/** Comments of people on a prompt, oldest first. */
export function Comments({ prompt }: { prompt: Prompt }) {
  // Facts of older journals have none.
  const comments = prompt.comments ?? none;
  if (comments.length === 0) return null;
  return (
    <section className="soft-line-below panel-section" aria-label={text.comments}>
      <h2 className="label">{text.comments}</h2>
      <ul className="tight-above stack">
        {comments.map((comment) => (
          <li key={comment.id} className="row at-top">
            <PersonAvatar name={comment.by.name} />
            <span className="grow">
              <b className="strong" dir="auto" lang="">
                {visibleText(comment.by.name)}
              </b>{' '}
              <time
                className="muted"
                dateTime={new Date(comment.at).toISOString()}
                title={formatExact(comment.at)}
              >
                {formatClock(comment.at)}
              </time>
              <Said prompt={prompt} comment={comment} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
