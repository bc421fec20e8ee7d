import type { DeliveryPreview, Prompt } from '@countersign/api/prompt';
import { canonicalJson } from '@countersign/json/canonical-json';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { UpFeedback } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../live/problem-text.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { commonText, bytesText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { JsonView } from '../../../ui/json-view.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { copiedJson } from '../../../ui/texts/copied-json.ts';
import { bodyOf, curlOf, type Leaving, pathOf } from '../draft/request.ts';

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
function Delivery({ prompt, feedback }: { prompt: Prompt; feedback: UpFeedback }) {
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

type View = 'request' | 'feedback' | 'agent';

/** Only the feedback, as indented lines and as bytes in canonical order. */
function Feedback({ feedback }: { feedback: UpFeedback }) {
  const bytes = withExactNumbers(canonicalJson(feedback));
  return (
    <>
      <JsonView label={text.feedback} value={feedback} />
      <h3 className="wide-above tight-below breakable">
        {text.canonical}{' '}
        <span className="muted small">{text.bytes(new TextEncoder().encode(bytes).length)}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="rounded code bytes-raw verbatim" dir="ltr" tabIndex={0}>
        {visibleText(bytes)}
      </pre>
    </>
  );
}

function Leaves({ view, leaving }: { view: View; leaving: Leaving }) {
  const { prompt, feedback } = leaving;
  if (view === 'feedback') return <Feedback feedback={feedback} />;
  if (view === 'agent') return <Delivery prompt={prompt} feedback={feedback} />;
  return (
    <>
      <p className="mono wide-above tight-below breakable">POST {pathOf(leaving)}</p>
      <JsonView copy={false} label={text.request} value={bodyOf(leaving, text.keyPlaceholder)} />
    </>
  );
}

interface ExactBytesProps {
  onClose: () => void;
  prompt: Prompt;
  /** What Send would send; null = nothing can be sent yet. */
  leaving: Leaving | null;
}

/** What is sent by Send, what is sent without an answer, and what the agent receives. */
export function ExactBytes({ onClose, prompt, leaving }: ExactBytesProps) {
  const [view, setView] = useState<View>('request');
  const { defaultFeedback } = upPromptOf(prompt.message);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text.title}
      description={text.note}
      wide
      footer={
        leaving && (
          <>
            <CopyButton
              className="button"
              text={() => copiedJson(bodyOf(leaving, text.keyPlaceholder))}
            />
            <CopyButton className="button" text={() => curlOf(leaving)}>
              {text.copyCurl}
            </CopyButton>
          </>
        )
      }
    >
      {leaving === null ? (
        <p className="muted">{text.missing}</p>
      ) : (
        <>
          <div className="space-above space-below">
            <Segmented
              label={text.view}
              value={view}
              onChange={setView}
              options={[
                { value: 'request', label: text.request },
                { value: 'feedback', label: text.feedback },
                { value: 'agent', label: text.agent },
              ]}
            />
          </div>
          <Leaves view={view} leaving={leaving} />
        </>
      )}
      {defaultFeedback && view === 'request' && (
        <>
          <h3 className="wide-above tight-below breakable">{text.default}</h3>
          <JsonView label={text.default} value={defaultFeedback} />
        </>
      )}
      <h3 className="wide-above tight-below breakable">{text.seal}</h3>
      <code className="breakable">{prompt.digest}</code>
    </Dialog>
  );
}
