import { errorWords } from '../../live/problem-words.ts';
import { visibleText } from '../../text/visible-text.ts';

/** Why the last press of a button did not work, in the server's words; nothing when it did. */
export function Failure({ of: failure }: { of: unknown }) {
  if (failure === null) return null;
  return (
    <span className="err" role="status" dir="auto">
      {visibleText(errorWords(failure))}
    </span>
  );
}
