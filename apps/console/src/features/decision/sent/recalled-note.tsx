import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../live/queries.ts';
import { commonText, decisionTimeText as text } from '../../../text/texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { Answer } from '../compose/use-answer.ts';
import { hasContent } from '../draft/draft.ts';

/** My answer was recalled while I was looking: shown until I edit or answer again. */
export function RecalledNote({ answer }: { answer: Answer }) {
  const meId = useMe().data?.id ?? null;
  const { prompt, draft, sent } = answer;
  const isMine = prompt.decision?.by.kind === 'operator' && prompt.decision.by.id === meId;
  // When the draft was last written to while the answer was held; undefined = none was.
  const [heldAt, setHeldAt] = useState<number | null | undefined>(undefined);
  if (isMine && heldAt !== draft.savedAt) setHeldAt(draft.savedAt);
  if (prompt.state !== 'open' || sent.entry !== null || heldAt !== draft.savedAt) return null;
  return (
    <Banner icon={Undo2} role="status">
      <b className="strong">{text.takenBack}</b>
      {commonText.gap}
      {hasContent(draft) && text.recalledKept}
    </Banner>
  );
}
