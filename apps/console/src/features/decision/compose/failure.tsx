import { errorText } from '../../../live/problem-text.ts';
import { visibleText } from '../../../text/visible-text.ts';

/** Why the last press of a button failed, with the server's message; nothing if it succeeded. */
export function Failure({ of: failure }: { of: unknown }) {
  if (failure === null) return null;
  return (
    <span className="small side-by-side error-text" role="status" dir="auto">
      {visibleText(errorText(failure))}
    </span>
  );
}
