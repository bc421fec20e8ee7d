import { type ReactNode, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { knowledgeText as text } from '../../text/knowledge.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Failed } from './list-parts.tsx';

interface AskWhyProps {
  title: string;
  detail: string;
  yes: string;
  /** The label of the reason; null = none is asked for. */
  why?: string | null;
  danger?: boolean;
  /** Throws if it was not done: the dialog stays, with the reason. */
  act: (why: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks once before something is done, and for the reason. */
export function AskWhy({
  title,
  detail,
  yes,
  why = text.why,
  danger = false,
  act,
  onClose,
  children,
}: AskWhyProps) {
  const action = useAction();
  const [words, setWords] = useState('');
  const send = () => void action.run(() => act(words)).then((done) => done && onClose());
  return (
    <Dialog
      description={detail}
      footer={
        <>
          <DialogCancel disabled={action.busy} />
          <Button busy={action.busy} onClick={send} variant={danger ? 'danger' : 'primary'}>
            {yes}
          </Button>
        </>
      }
      keepOpen={why !== null}
      onOpenChange={(open) => open || action.busy || onClose()}
      open
      title={title}
    >
      <div className="stack-wide knowledge-form">
        <Failed of={action.failure} />
        {children}
        {why === null ? null : (
          <Field help={text.whyHelp} label={why}>
            {(ids) => (
              <Input
                {...ids}
                autoFocus
                maxLength={1_000}
                onChange={(event) => setWords(event.target.value)}
                value={words}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
