import { type ReactNode, useState } from 'react';
import { useAction } from '../../../live/use-action.ts';
import { knowledgeText as text } from '../../../text/knowledge.ts';
import { ActionDialog } from '../../../ui/overlays/action-dialog.tsx';
import { Failed } from '../list-parts.tsx';
import { WhyField } from './why-field.tsx';

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
    <ActionDialog
      act={send}
      busy={action.busy}
      closesOutside={why === null}
      danger={danger}
      description={detail}
      onClose={onClose}
      title={title}
      yes={yes}
    >
      <div className="stack-wide dialog-form">
        <Failed of={action.failure} />
        {children}
        {why === null ? null : <WhyField autoFocus label={why} onChange={setWords} value={words} />}
      </div>
    </ActionDialog>
  );
}
