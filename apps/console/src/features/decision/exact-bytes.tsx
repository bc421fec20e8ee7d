import type { Prompt } from '@countersign/api/prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { decisionText as text } from '../../text/decision.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import type { Built } from './build-feedback.ts';

const pathOf = (prompt: Prompt) => `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`;

const bodyOf = (prompt: Prompt, feedback: UpFeedback, idempotencyKey: string) => ({
  feedback,
  digest: prompt.digest,
  basedOnSequence: prompt.sequence,
  idempotencyKey,
});

/** The same request for a shell. The token comes from the environment: it is never shown. */
export function curlOf(prompt: Prompt, feedback: UpFeedback): string {
  const body = JSON.stringify(bodyOf(prompt, feedback, 'IDEMPOTENCY_KEY'));
  const quoted = `'${body.replaceAll("'", `'\\''`)}'`.replace('IDEMPOTENCY_KEY', `'"$(uuidgen)"'`);
  return [
    `curl -X POST '${location.origin}${pathOf(prompt)}'`,
    `  -H "authorization: Bearer $COUNTERSIGN_TOKEN"`,
    `  -H 'content-type: application/json'`,
    `  --data ${quoted}`,
  ].join(' \\\n');
}

interface ExactBytesProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  prompt: Prompt;
  built: Built;
}

/** What leaves when Send is pressed, and what leaves when nobody does. */
export function ExactBytes({ open, onOpenChange, prompt, built }: ExactBytesProps) {
  const { defaultFeedback } = prompt.message;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text.bytesTitle}
      description={text.bytesNote}
      wide
      footer={
        built.ok && (
          <>
            <CopyButton
              className="btn"
              text={() =>
                JSON.stringify(bodyOf(prompt, built.feedback, text.keyPlaceholder), null, 2)
              }
            />
            <CopyButton className="btn" text={() => curlOf(prompt, built.feedback)}>
              {text.copyCurl}
            </CopyButton>
          </>
        )
      }
    >
      <p className="mono bytes-h">POST {pathOf(prompt)}</p>
      {built.ok ? (
        <JsonView
          label={text.bytesTitle}
          value={bodyOf(prompt, built.feedback, text.keyPlaceholder)}
        />
      ) : (
        <p className="m">{text.bytesMissing}</p>
      )}
      {defaultFeedback && (
        <>
          <h3 className="bytes-h">{text.ifNobodyShort}</h3>
          <JsonView label={text.ifNobodyShort} value={defaultFeedback} />
        </>
      )}
      <h3 className="bytes-h">{text.seal}</h3>
      <code className="bytes-seal">{prompt.digest}</code>
    </Dialog>
  );
}
