import { pointerOf } from '@countersign/json/json-pointer';
import { clsx } from 'clsx';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { commonText, formsText as text } from '../../text/texts.ts';
import { AgentMessages } from './agent-messages.tsx';
import { FaultLine } from './fault-line.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { textOf } from './field-text.ts';
import { useForm } from './form-context.ts';

interface GroupFrameProps {
  field: FieldProps;
  className?: string;
  /** Next to the name: how many there are. */
  count?: string;
  /** More text under the name. */
  hint?: string | undefined;
  /** Buttons at the right of the name; no part of the name. */
  tools?: ReactNode;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}

/** Several fields under one name, with what describes it and what is wrong with it. */
export function GroupFrame({
  field,
  className,
  count,
  hint,
  tools,
  children,
  ...rest
}: GroupFrameProps) {
  const { node, path, title, required, locked, entry } = field;
  const { errorAt, idPrefix, reported } = useForm();
  const pointer = pointerOf(path);
  const id = fieldId(idPrefix, pointer);
  const error = errorAt(pointer);
  const words = [textOf(node['description']), hint].filter((part) => part !== undefined);
  const help = commonText.sentences(words.map((part) => part.replace(/[.。]$/, '')));
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={clsx('form-span-12', className, error && 'is-invalid')}
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      aria-describedby={described || undefined}
      {...rest}
    >
      <div className="side-by-side wrapping at-baseline fieldset-head">
        <span className="breakable fieldset-title" id={`${id}-name`}>
          {title}
        </span>
        {required && !entry && !locked && !field.nested && (
          <span className="fine-print muted required-mark">{commonText.required}</span>
        )}
        {count && <span className="fine-print muted required-mark">{count}</span>}
        {node['deprecated'] === true && (
          <span className="fine-print muted required-mark">{text.deprecated}</span>
        )}
        {help && (
          <span className="small muted breakable help-text" id={`${id}-help`}>
            {help}
          </span>
        )}
        {tools && <span className="side-by-side fieldset-tools">{tools}</span>}
      </div>
      {error && <FaultLine text={error} id={`${id}-error`} />}
      <AgentMessages reported={reported} at={pointer} />
      {children}
    </fieldset>
  );
}
