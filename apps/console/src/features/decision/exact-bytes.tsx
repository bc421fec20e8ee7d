import type { Prompt } from '@countersign/api/prompt';
import { canonicalJson } from '@countersign/json/canonical-json';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { UpFeedback } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { useState } from 'react';
import { bytesText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { copiedJson } from '../../ui/copied-json.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Delivery } from './delivery.tsx';
import { bodyOf, curlOf, type Leaving, pathOf } from './request.ts';

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
