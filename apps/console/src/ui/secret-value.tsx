import { hidden } from '@countersign/json-schema/secret';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formsText as text } from '../text/forms.ts';
import { IconButton } from './button.tsx';

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
