import type { Prompt } from '@countersign/api/prompt';
import { LiveRing } from '../../live/live-time.tsx';
import { useServerNow } from '../../live/server-now.ts';
import { decisionText as text } from '../../text/decision.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { visibleText } from '../../ui/visible-text.ts';

/** Doing nothing is an answer too: when, and the feedback that will go out. */
export function DefaultLine({ prompt }: { prompt: Prompt }) {
  const now = useServerNow();
  const { defaultFeedback } = prompt.message;
  const { target: _target, metadata: _metadata, ...shown } = defaultFeedback ?? {};
  return (
    <div className="a-none">
      <LiveRing from={prompt.revisedAt ?? prompt.openedAt} until={prompt.expiresAt} />
      {prompt.expiresAt === null ? (
        <span>
          <b className="b">{text.ifNobodyEver}</b> {text.waitsForEver}
        </span>
      ) : (
        <>
          <span>{text.ifNobody(formatMoment(prompt.expiresAt, now))}</span>
          {defaultFeedback ? (
            <code
              className="cut"
              title={visibleText(JSON.stringify(defaultFeedback))}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and what scrolls must be reachable by keyboard
              tabIndex={0}
            >
              {visibleText(JSON.stringify(shown))}
            </code>
          ) : (
            <span className="m cut">{text.lapses}</span>
          )}
        </>
      )}
    </div>
  );
}
