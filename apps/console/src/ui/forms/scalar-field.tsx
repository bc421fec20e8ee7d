import { jsonEqual } from '@countersign/json/json-equal';
import { pointerOf } from '@countersign/json/json-pointer';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { hidden } from '@countersign/json-schema/secret';
import { Lock, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonText, formsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Field, type FieldIds } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Input } from '../input.tsx';
import { AgentMessages } from './agent-messages.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { ScalarInput } from './inputs/scalar-input.tsx';
import { ProposedMark, useProposed } from './proposed-mark.tsx';
import { choiceIndex, choicesOf, valueLabel } from './schema/choices.ts';
import { helpOf } from './schema/hints.ts';

/** Whether a box shows a text other than it is: boxes draw hidden characters as nothing. */
const hasUnseen = (value: unknown): value is string =>
  typeof value === 'string' && visibleText(value) !== value;

/** The text of a box with its hidden characters, under the box; the box itself keeps what will be sent. */
function UnseenCharacters({ value, id }: { value: string; id?: string }) {
  return (
    <p className="small breakable help-text" id={id}>
      {text.unseenCharacters}
      {commonText.gap}
      <bdi className="mono" lang="">
        {visibleText(value)}
      </bdi>
    </p>
  );
}

/** The only allowed value, which is already set. */
function isSettled({ kind, required, value }: FieldProps): boolean {
  if (kind.kind !== 'choice' || kind.choices.length !== 1 || !required) return false;
  return jsonEqual(kind.choices[0]?.value, value);
}

/** A value with the label the schema has for it. */
function wordsOf({ node, secret }: FieldProps, value: unknown): string {
  if (secret) return value === undefined ? '' : text.notShown;
  if (value === undefined) return '';
  const choices = choicesOf(node) ?? [];
  const label = choices[choiceIndex(choices, value)]?.label;
  return (
    label ?? (typeof value === 'string' && value !== '' ? visibleText(value) : valueLabel(value))
  );
}

function LockedInput({ field, ids }: { field: FieldProps; ids: FieldIds }) {
  return (
    <Input
      {...ids}
      readOnly
      value={wordsOf(field, field.value)}
      unit={<Icon of={Lock} small />}
      {...(field.quiet ? { 'aria-label': field.title } : {})}
    />
  );
}

/** The value that the schema suggests, one press away. */
function DefaultOffer({
  node,
  title,
  secret,
  set,
}: {
  node: SchemaNode;
  title: string;
  secret: boolean;
  set: () => void;
}) {
  const words = secret ? hidden : valueLabel(node['default']);
  return (
    <button
      type="button"
      className="link small regular target-height offer truncate"
      aria-label={text.useDefaultOf(words, title)}
      onClick={set}
    >
      {text.useDefault(words)}
    </button>
  );
}

function Mark({ field }: { field: FieldProps }) {
  const { node, value, path, title, secret, locked } = field;
  const form = useForm();
  const { base, changed } = useProposed(path, value);
  if (locked) return null;
  if (changed) {
    return (
      <ProposedMark
        base={base}
        name={title}
        {...(secret ? {} : { words: wordsOf(field, base).slice(0, 200) })}
        undo={() => form.change(path, base)}
      />
    );
  }
  const offers = 'default' in node && value === undefined && typeof node['default'] !== 'object';
  if (!offers) return null;
  return (
    <DefaultOffer
      node={node}
      title={title}
      secret={secret}
      set={() => form.change(path, node['default'])}
    />
  );
}

/** The text that its box does not show as it is; a locked one shows it, a secret is not shown. */
const unseenIn = ({ value, secret, locked }: FieldProps): string | null =>
  !secret && !locked && hasUnseen(value) ? value : null;

/** The field of a cell: its name is the head of its column and is read by screen readers only. */
function Cell({ field, control }: { field: FieldProps; control: (ids: FieldIds) => ReactNode }) {
  const { node, path, required, kind, entry, described } = field;
  const form = useForm();
  const pointer = pointerOf(path);
  const error = form.errorAt(pointer);
  const id = fieldId(form.idPrefix, pointer);
  const help = described === undefined ? helpOf(node, kind, error) : undefined;
  const isReported = form.reported.some(({ path: at }) => at === pointer);
  const unseen = unseenIn(field);
  const words = [
    described,
    unseen !== null && `${id}-unseen`,
    help && `${id}-help`,
    error && `${id}-error`,
    // In a table its messages are under the row.
    isReported && `${id}-reported`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="form-cell column">
      {control({
        id,
        'aria-describedby': words || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required && !entry ? true : undefined,
      })}
      {unseen !== null && <UnseenCharacters value={unseen} id={`${id}-unseen`} />}
      {field.cell?.proposedBeside !== true && <Mark field={field} />}
      {error && (
        <span className="small side-by-side error-text" id={`${id}-error`}>
          <Icon of={OctagonAlert} />
          {error}
        </span>
      )}
      {isReported && field.cell === undefined && (
        <AgentMessages reported={form.reported} at={pointer} id={id} />
      )}
      {help && (
        <span className="small muted help-text" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  );
}

/** One value on one line (or a text area), with its label, help, fault and what was proposed. */
export function ScalarField(props: FieldProps) {
  const { node, path, title, required, span, kind, entry } = props;
  const form = useForm();
  const pointer = pointerOf(path);
  const error = form.errorAt(pointer);
  const locked = props.locked || isSettled(props);
  const control = (ids: FieldIds) =>
    locked ? (
      <LockedInput field={props} ids={ids} />
    ) : (
      <ScalarInput
        {...ids}
        field={props}
        onChange={(next) => {
          form.change(path, next);
          // A row of a table is validated while it is edited: the value it conflicts with is next to it.
          if (props.cell !== undefined) form.touch(pointer);
        }}
        onBlur={() => form.touch(pointer)}
      />
    );
  if (props.quiet) return <Cell field={props} control={control} />;
  const unseen = unseenIn({ ...props, locked });
  const isReported = form.reported.some(({ path: at }) => at === pointer);
  const isWide = kind.kind === 'long-text' || kind.kind === 'moment';
  return (
    <Field
      className={`form-span-${String(isWide ? 12 : span)}`}
      id={fieldId(form.idPrefix, pointer)}
      label={node['deprecated'] === true ? text.marked(title, text.deprecated) : title}
      mark={<Mark field={props} />}
      required={required && !locked && !entry}
      error={error}
      note={
        (unseen !== null || isReported) && (
          <>
            {unseen !== null && <UnseenCharacters value={unseen} />}
            {isReported && <AgentMessages reported={form.reported} at={pointer} />}
          </>
        )
      }
      help={helpOf(node, kind, error) ?? (locked ? text.fixed : undefined)}
    >
      {control}
    </Field>
  );
}
