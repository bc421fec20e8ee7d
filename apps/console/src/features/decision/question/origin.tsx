import { originName } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import { useMemo } from 'react';
import { useKnownRows } from '../../../live/prompts/known-prompts.ts';
import { knownOrigin } from '../../../text/known-origins.ts';
import {
  answerRouteText,
  commonText,
  originDetails,
  originText as text,
} from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { filled } from '../../../ui/filled.ts';
import { foreignWords } from '../../../ui/texts/foreign-words.tsx';

/** The protocol and kind of the question, if it is not UpFormat. */
export function OriginBadge({ prompt }: { prompt: Prompt }) {
  const { origin } = prompt;
  const known = knownOrigin(originName(origin));
  const badge =
    known === null ? visibleText(origin.label ?? origin.kind) : originDetails[known].badge;
  return badge === null ? null : <Badge tone="line">{badge}</Badge>;
}

/** How many questions of the same run are still open besides this one. */
function useOthersOpen({ id, taskId, source: { together } }: Prompt): number {
  const data = useKnownRows();
  return useMemo(() => {
    if (together === null) return 0;
    const others = data.filter(
      (other) =>
        other.id !== id &&
        other.taskId === taskId &&
        other.state === 'open' &&
        other.source.together === together,
    );
    return others.length;
  }, [data, id, taskId, together]);
}

/** How the answer is sent, and which questions must be answered with it: a row of the brief. */
export function AnswerRoute({ prompt }: { prompt: Prompt }) {
  const others = useOthersOpen(prompt);
  const { reason, toolName } = prompt.source;
  const known = knownOrigin(originName(prompt.origin));
  const words =
    known === null
      ? answerRouteText[prompt.origin.answeredBy]
      : originDetails[known].goesBack(toolName === null ? null : visibleText(toolName));
  if (words === null) return null;
  return (
    <>
      <dt>{text.goesBack}</dt>
      <dd>
        {words}
        {commonText.gap}
        {reason !== null && filled(text.reason, foreignWords(reason))}
        {commonText.gap}
        {others > 0 && <b className="strong">{text.together(others)}</b>}
      </dd>
    </>
  );
}
