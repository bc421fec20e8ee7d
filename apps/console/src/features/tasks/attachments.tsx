import { type Attachment, attachmentLimits } from '@countersign/api/attachment';
import { FileText, MessageSquareText, Paperclip, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { commonText, attachText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { type ReadAttachment, readAttachment, textAttachment } from './read-attachment.ts';

/** A task whose result can be attached. */
export interface AttachableTask {
  id: string;
  title: string;
}

interface AttachmentsProps {
  value: readonly Attachment[];
  /** Changes what is attached at the time when it is called: files are read while others are added and removed. */
  onChange: (change: (before: readonly Attachment[]) => readonly Attachment[]) => void;
  /** Whether the agent takes files that are no text. */
  takesFiles: boolean;
  tasks: readonly AttachableTask[];
}

/** What is sent along with a request: files, texts, and results of other tasks, each shown before it is sent. */
export function Attachments({ value, onChange, takesFiles, tasks }: AttachmentsProps) {
  const [adding, setAdding] = useState<'text' | 'result' | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const attached = useRef(value.length);
  useEffect(() => {
    attached.current = value.length;
  }, [value]);
  const add = (read: readonly ReadAttachment[]) => {
    const good = read.flatMap((one) => (one.ok ? [one.attachment] : []));
    const { count } = attachmentLimits;
    const bad = read.find((one) => !one.ok);
    const isTooMany = attached.current + good.length > count;
    setFault(isTooMany ? words.tooMany(count) : bad?.ok === false ? bad.fault : null);
    onChange((before) => [...before, ...good].slice(0, count));
  };
  const addHere = (read: ReadAttachment) => {
    add([read]);
    setAdding(null);
  };
  const nameOf = (one: Attachment) =>
    one.kind === 'result'
      ? (tasks.find(({ id }) => id === one.taskId)?.title ?? one.taskId)
      : one.name;
  return (
    <fieldset className="stack unframed attachments">
      <legend className="unframed">{words.title}</legend>
      <p className="small muted">
        {takesFiles ? words.help : `${words.help}${commonText.gap}${words.none}`}
      </p>
      {value.map((one, index) => (
        <Attached
          attachment={one}
          // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may be attached twice.
          key={index}
          name={nameOf(one)}
          onRemove={() => onChange((before) => before.filter((other) => other !== one))}
        />
      ))}
      {fault === null ? null : (
        <p className="small fault" role="alert">
          {fault}
        </p>
      )}
      {adding === 'text' ? <NewText onAdd={addHere} onCancel={() => setAdding(null)} /> : null}
      {adding === 'result' ? (
        <Field label={words.task}>
          {(ids) => (
            <Select
              {...ids}
              autoFocus
              onChange={(taskId) => addHere({ ok: true, attachment: { kind: 'result', taskId } })}
              options={tasks.map(({ id, title }) => ({ value: id, label: visibleText(title) }))}
              placeholder={words.chooseTask}
              value=""
            />
          )}
        </Field>
      ) : null}
      <div className="row-wrap">
        <input
          aria-label={words.file}
          hidden
          multiple
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            void Promise.all(files.map((file) => readAttachment(file, takesFiles))).then(add);
          }}
          ref={picker}
          type="file"
        />
        <Button icon={Paperclip} onClick={() => picker.current?.click()} small>
          {words.file}
        </Button>
        <Button icon={FileText} onClick={() => setAdding('text')} small>
          {words.text}
        </Button>
        {tasks.length === 0 ? null : (
          <Button icon={MessageSquareText} onClick={() => setAdding('result')} small>
            {words.result}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function NewText({
  onAdd,
  onCancel,
}: {
  onAdd: (read: ReadAttachment) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  return (
    <div className="stack">
      <Field label={words.name}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
            value={name}
          />
        )}
      </Field>
      <Field label={words.words}>
        {(ids) => (
          <Textarea
            {...ids}
            onChange={(event) => setText(event.target.value)}
            rows={4}
            value={text}
          />
        )}
      </Field>
      <div className="row">
        <Button onClick={() => onAdd(textAttachment(name.trim() || words.words, text))} small>
          {words.add}
        </Button>
        <Button onClick={onCancel} small>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}

interface AttachedProps {
  attachment: Attachment;
  name: string;
  onRemove: () => void;
}

/** One attachment: what it is called, how large it is, and what will be sent. */
function Attached({ attachment, name, onRemove }: AttachedProps) {
  const label = visibleText(name);
  return (
    <div className="row at-top">
      <details className="grow breakable small">
        <summary className="pressed-line">
          <b dir="auto">{label}</b> <span className="muted">{sizeOf(attachment)}</span>
        </summary>
        <Preview attachment={attachment} name={label} />
      </details>
      <Button aria-label={words.remove(label)} icon={X} onClick={onRemove} small />
    </div>
  );
}

/** Of a text as much is shown as is read at a glance. */
const shownChars = 4_000;

function Preview({ attachment, name }: { attachment: Attachment; name: string }) {
  if (attachment.kind === 'result') return <p className="muted">{words.resultOf}</p>;
  if (attachment.kind === 'text') {
    const { text } = attachment;
    const shown = text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
    return (
      <pre className="scrolls verbatim tight-above start-schema" dir="auto" lang="">
        {visibleText(shown)}
      </pre>
    );
  }
  const { mediaType, data } = attachment;
  const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(mediaType);
  return isPicture ? (
    <img alt={name} className="block attached-picture" src={`data:${mediaType};base64,${data}`} />
  ) : (
    <code>{mediaType}</code>
  );
}

function sizeOf(attachment: Attachment): string {
  if (attachment.kind === 'text') return words.chars(attachment.text.length);
  if (attachment.kind === 'result') return '';
  return words.kilobytes(Math.ceil((attachment.data.length * 3) / 4_000));
}
