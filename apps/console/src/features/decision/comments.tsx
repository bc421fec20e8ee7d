import type { Prompt, PromptComment } from '@countersign/api/prompt';
import { promptLifeText as text } from '../../text/prompt-life.ts';
import { PersonAvatar } from '../../ui/avatar.tsx';
import { formatClock, formatExact } from '../../ui/format-time.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { feedbackWords } from './feedback-words.ts';

const none: readonly PromptComment[] = [];

/** What people have said about a prompt without answering it, oldest first. */
export function Comments({ prompt }: { prompt: Prompt }) {
  // Facts of older journals have none.
  const comments = prompt.comments ?? none;
  if (comments.length === 0) return null;
  return (
    <section className="sec" aria-label={text.comments}>
      <h2 className="label">{text.comments}</h2>
      <ul className="said">
        {comments.map(({ id, by, at, feedback }) => (
          <li key={id}>
            <PersonAvatar name={by.name} />
            <span>
              <b className="b">{visibleText(by.name)}</b>{' '}
              <time className="m" title={formatExact(at)}>
                {formatClock(at)}
              </time>
              <span className="pre">
                {visibleText(
                  feedback.type === 'comment' ? feedback.content.text : feedbackWords(feedback),
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
