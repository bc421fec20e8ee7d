import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { SentContent } from '../../features/decision/sent/sent-content.tsx';
import { errorText } from '../../live/problem-text.ts';
import { usePrompt } from '../../live/prompts/whole-prompts.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SecretBlock } from '../../ui/texts/secret-value.tsx';

/** What was answered to a question of a task, as the panel of the question shows it. */
export function DecisionSent({ prompt }: { prompt: ThreadPrompt }) {
  const { id, decision } = prompt;
  const { data, error, refetch } = usePrompt(id);
  if (decision === null) return null;
  const { feedback } = decision;
  // Another revision has another proposal, so there is nothing to compare with.
  if (data !== undefined && data.digest !== decision.digest)
    return (
      <SecretBlock value={feedback} masked={publicPart(data.message, defaultPath, feedback)}>
        {(shown) => <JsonView label={visibleText(askText(prompt))} value={shown} />}
      </SecretBlock>
    );
  if (data !== undefined) return <SentContent prompt={data} feedback={feedback} />;
  if (error === null) return <Skeleton rows={2} />;
  return <ErrorPanel title={errorText(error)} onRetry={() => void refetch()} />;
}
