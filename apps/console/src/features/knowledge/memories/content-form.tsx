import { editText as text } from '../../../text/knowledge.ts';
import { Field } from '../../../ui/field.tsx';
import { Input, Textarea } from '../../../ui/input.tsx';
import { type ContentDraft, contentOf } from './content-fields.ts';

const long = new Set(['task_description', 'steps', 'definition', 'event_summary', 'learnings']);

/** The content of a memory: its main members as texts, everything else as JSON. */
export function ContentForm({
  draft,
  onChange,
}: {
  draft: ContentDraft;
  onChange: (draft: ContentDraft) => void;
}) {
  const change = (name: string, value: string) =>
    onChange({ ...draft, texts: { ...draft.texts, [name]: value } });
  return (
    <div className="stack-wide">
      {Object.entries(draft.texts).map(([name, value]) => (
        <Field key={name} label={text.fields[name] ?? name}>
          {(ids) =>
            long.has(name) ? (
              <Textarea
                {...ids}
                onChange={(event) => change(name, event.target.value)}
                rows={Math.min(10, Math.max(2, value.split('\n').length))}
                value={value}
              />
            ) : (
              <Input
                {...ids}
                onChange={(event) => change(name, event.target.value)}
                value={value}
              />
            )
          }
        </Field>
      ))}
      <Field error={contentOf(draft) === null ? text.notJson : null} label={text.rest}>
        {(ids) => (
          <Textarea
            {...ids}
            className="mono"
            onChange={(event) => onChange({ ...draft, rest: event.target.value })}
            rows={Math.min(12, Math.max(2, draft.rest.split('\n').length))}
            spellCheck={false}
            value={draft.rest}
          />
        )}
      </Field>
    </div>
  );
}
