import { pointerOf } from '@countersign/json/json-pointer';
import { hidden } from '@countersign/json-schema/secret';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formsText as text } from '../../text/texts.ts';
import { IconButton } from '../button.tsx';
import { Field } from '../field.tsx';
import { Input } from '../input.tsx';
import type { ControlProps } from './control-props.ts';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.ts';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

function Toggle({ title, shown, onPress }: { title: string; shown: boolean; onPress: () => void }) {
  return (
    <IconButton
      label={shown ? text.conceal(title) : text.reveal(title)}
      icon={shown ? EyeOff : Eye}
      data-tool
      onClick={onPress}
    />
  );
}

/** Dots in the place of a value, with a button to show it. */
function Dots({ title, show, ...rest }: Omit<ControlProps, 'field' | 'onChange'> & DotsProps) {
  return (
    <Input
      {...rest}
      readOnly
      value={hidden}
      unit={<Toggle title={title} shown={false} onPress={show} />}
    />
  );
}
interface DotsProps {
  title: string;
  show: () => void;
}

/** The control of a secret that is not a text, a number or a choice: hidden until it is requested. */
export function HiddenControl({
  control,
  children,
}: {
  control: ControlProps;
  children: ReactNode;
}) {
  const { field, onChange: _, ...rest } = control;
  const [isShown, setShown] = useState(isEmpty(field.value));
  if (!isShown) return <Dots {...rest} title={field.title} show={() => setShown(true)} />;
  return (
    <span className="side-by-side full-width">
      {children}
      <Toggle title={field.title} shown onPress={() => setShown(false)} />
    </span>
  );
}

/** A secret whose field is more than a control: only its name is drawn until it is requested. */
export function HiddenField({ field, children }: { field: FieldProps; children: () => ReactNode }) {
  const { idPrefix } = useForm();
  const [isShown, setShown] = useState(!field.secret || isEmpty(field.value));
  if (isShown) return children();
  return (
    <Field
      className="form-span-12"
      id={fieldId(idPrefix, pointerOf(field.path))}
      label={field.title}
    >
      {(ids) => <Dots {...ids} onBlur={() => {}} title={field.title} show={() => setShown(true)} />}
    </Field>
  );
}
