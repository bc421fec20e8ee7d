import type { DeliveryPreview, Prompt } from '@countersign/api/prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../live/client-context.tsx';
import { errorText } from '../../live/problem-text.ts';
import { commonText, bytesText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ways = { feedback: text.asFeedback, run: text.asRun, asker: text.asAsker };

function Preview({ preview }: { preview: DeliveryPreview }) {
  const { as, url, headerNames, body, waitsFor } = preview;
  return (
    <>
      <p>
        {ways[as]}
        {waitsFor.length > 0 && ` ${text.waits(waitsFor.length)}`}
      </p>
      {as !== 'asker' && (
        <>
          <p className="mono wide-above tight-below breakable">POST {visibleText(url)}</p>
          <p className="small muted wide-above tight-below breakable">
            {commonText.pair(
              text.headers,
              headerNames.length === 0 ? text.noHeaders : commonText.inRow(headerNames),
            )}
          </p>
        </>
      )}
      <JsonView label={text.agent} value={body} />
    </>
  );
}

/** What an answer would be in the agent's protocol, as the server would send it. */
export function Delivery({ prompt, feedback }: { prompt: Prompt; feedback: UpFeedback }) {
  const client = useClient();
  const preview = useQuery({
    queryKey: ['delivery', prompt.id, prompt.digest, JSON.stringify(feedback)],
    queryFn: ({ signal }) => client.api.previewDelivery(prompt.id, feedback, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (preview.isError)
    return (
      <ErrorPanel
        title={text.failed}
        detail={errorText(preview.error)}
        onRetry={() => void preview.refetch()}
      />
    );
  if (preview.data === undefined) return <Skeleton rows={6} label={text.reading} />;
  return preview.data === null ? <p>{text.nothing}</p> : <Preview preview={preview.data} />;
}
