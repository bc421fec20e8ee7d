import { decisionEditText as editText } from '../../../text/texts.ts';
import { formatClock } from '../../../ui/format-time.ts';
import type { Answer } from '../compose/use-answer.ts';
import { hasContent } from './draft.ts';

/** Where the draft is stored. Its space is always reserved, so that nothing moves. */
export function Saved({ answer }: { answer: Answer }) {
  const { kept, draft } = answer;
  const words = !hasContent(draft)
    ? ''
    : kept === 'server'
      ? editText.saved(formatClock(draft.savedAt ?? 0))
      : kept === 'saving'
        ? editText.saving
        : kept === 'browser'
          ? editText.keptHere
          : '';
  return <span className="muted number small to-end saved">{words}</span>;
}
