import type { Prompt } from '@countersign/api/prompt';
import { Fingerprint, Stamp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { signWithPasskey } from '../../../live/passkey.ts';
import { errorText, problemOf } from '../../../live/problem-text.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { stepUpText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { feedbackIn, type Sent } from '../sent/use-sent.ts';
import './step-up-dialog.css';

/** Policy wants a passkey for the answer that was just sent: it is asked for, and the same answer is sent again. */
export function StepUpDialog({ prompt, sent }: { prompt: Prompt; sent: Sent }) {
  const feedback = feedbackIn(sent.entry);
  const isNeeded = sent.entry?.problem?.type.endsWith('/step-up-needed') === true;
  return (
    <Dialog
      description={text.lead}
      onOpenChange={(open) => open || sent.dismiss()}
      open={isNeeded && feedback !== null}
      title={text.title}
    >
      <Signing
        digest={prompt.digest}
        feedback={feedback}
        onSigned={() => feedback !== null && sent.send(feedback)}
      />
    </Dialog>
  );
}

/** Where each group of four digits of the seal begins. */
const sealParts = [0, 4, 8, 12, 16, 20, 24, 28];

interface SigningProps {
  digest: string;
  feedback: object | null;
  onSigned: () => void;
}

/** Asks at once; again only when pressed, as a browser may refuse what nobody has pressed. */
function Signing({ digest, feedback, onSigned }: SigningProps) {
  const { call } = useClient().api;
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const begun = useRef(false);
  const ask = async () => {
    setAsking(true);
    setFailure(null);
    try {
      const body = { digest, feedback: { ...feedback } };
      const answer = await signWithPasskey(await call('POST /api/step-ups', { body }));
      await call('POST /api/step-ups/confirmation', { body: answer });
      onSigned();
    } catch (error) {
      setFailure(error);
    } finally {
      setAsking(false);
    }
  };
  const askOnce = useRef(ask);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void askOnce.current();
  }, []);
  return (
    <div className="stack-wide">
      <div className="stack-tight">
        <p className="row small muted">
          <Icon of={Stamp} small />
          {text.seal}
        </p>
        <p className="framed mono rounded step-up-seal">
          {sealParts.map((at) => (
            <span key={at}>{digest.slice(at, at + 4)}</span>
          ))}
        </p>
        <p className="small muted">{text.signs}</p>
      </div>
      {failure === null ? (
        <p className="row" role="status">
          <Icon of={Fingerprint} tone="accent" />
          <b className="strong">{isAsking ? text.touch : text.done}</b>
        </p>
      ) : (
        <Banner role="alert" tone="fail">
          <b className="strong">{text.failed}</b>
          <p className="small">
            {problemOf(failure) === null ? text.cancelled : visibleText(errorText(failure))}
          </p>
        </Banner>
      )}
      <div className="at-end row">
        <DialogCancel />
        <Button busy={isAsking} icon={Fingerprint} onClick={() => void ask()} variant="primary">
          {text.again}
        </Button>
      </div>
    </div>
  );
}
