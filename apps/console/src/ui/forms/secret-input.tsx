import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { IconButton } from '../button.tsx';
import { Input } from '../input.tsx';
import type { ControlProps } from './control-props.ts';

/** A text that is hidden until requested. */
export function SecretInput({ field, onChange, ...rest }: ControlProps) {
  const { value, title, emptied } = field;
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      spellCheck={false}
      value={
        typeof value === 'string'
          ? value
          : value === undefined || value === null
            ? ''
            : (JSON.stringify(value) ?? '')
      }
      onChange={(event) => onChange(event.target.value === '' ? emptied : event.target.value)}
      unit={
        <IconButton
          label={shown ? text.conceal(title) : text.reveal(title)}
          icon={shown ? EyeOff : Eye}
          data-tool
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
