import { hidden } from '@countersign/json-schema/secret';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formsText as text } from '../../text/texts.ts';
import { IconButton } from '../button.tsx';

/** A value that is drawn as a whole: what is secret in it is hidden until it is requested. */
export function SecretBlock<T>({
  value,
  masked,
  head,
  children,
}: {
  value: T;
  /** The value without its secrets; the value itself if it has none. */
  masked: T;
  /** Its heading, above the button that shows what is secret. */
  head?: (shown: T) => ReactNode;
  children: (shown: T) => ReactNode;
}) {
  const [isShown, setShown] = useState(false);
  const shown = isShown ? value : masked;
  return (
    <>
      {head?.(shown)}
      {masked !== value && (
        <button type="button" className="link small" onClick={() => setShown(!isShown)}>
          {isShown ? text.conceal(text.secrets) : text.reveal(text.secrets)}
        </button>
      )}
      {children(shown)}
    </>
  );
}

/** A secret of an agent: hidden until it is requested. Who approves it must be able to see it. */
export function SecretValue({ title, children }: { title: string; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="row-inline">
      {isShown ? children : <span className="muted">{hidden}</span>}
      <IconButton
        label={isShown ? text.conceal(title) : text.reveal(title)}
        icon={isShown ? EyeOff : Eye}
        small
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}
