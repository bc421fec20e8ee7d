import { hidden } from '@countersign/json-schema/secret';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formsText as text } from '../text/forms.ts';
import { IconButton } from './button.tsx';

/** A value that is drawn as a whole: what is secret in it is hidden until it is requested. */
export function SecretBlock<T>({
  value,
  masked,
  children,
}: {
  value: T;
  /** The value without its secrets; the value itself if it has none. */
  masked: T;
  children: (shown: T) => ReactNode;
}) {
  const [isShown, setShown] = useState(false);
  if (masked === value) return children(value);
  return (
    <>
      <button type="button" className="link small" onClick={() => setShown(!isShown)}>
        {isShown ? text.conceal(text.secrets) : text.reveal(text.secrets)}
      </button>
      {children(isShown ? value : masked)}
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
