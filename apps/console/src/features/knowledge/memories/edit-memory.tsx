import { jsonEqual } from '@countersign/json/json-equal';
import { useState } from 'react';
import type { MemoryDetail } from '../../../live/knowledge-types.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { useAction } from '../../../live/use-action.ts';
import { useReadAgain } from '../../../live/use-route.ts';
import { memoryText, editText as text } from '../../../text/knowledge.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { ActionDialog } from '../../../ui/overlays/action-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { Failed, isChanged } from '../list-parts.tsx';
import { WhyField } from '../review/why-field.tsx';
import { contentOf, draftOf, tagsOf } from './content-fields.ts';
import { ContentForm } from './content-form.tsx';
import { MemoryContent } from './memory-content.tsx';

const importances = Object.entries(memoryText.importances).map(([value, label]) => ({
  value,
  label,
}));
const isImportance = (value: string): value is MemoryDetail['importance'] =>
  Object.hasOwn(memoryText.importances, value);

/** Changes what a memory says. If it was changed meanwhile, both are shown and nothing is lost. */
export function EditMemory({ memory, onClose }: { memory: MemoryDetail; onClose: () => void }) {
  const { call } = useClient().api;
  const changed = useReadAgain('/api/knowledge/');
  const action = useAction();
  // What the form was made from, and the version that its operator has seen last.
  const [start, setStart] = useState(memory);
  const [newer, setNewer] = useState<MemoryDetail | null>(null);
  const [draft, setDraft] = useState(() => draftOf(memory.type, memory.content));
  const [importance, setImportance] = useState(memory.importance);
  const [tags, setTags] = useState(memory.tags.join(', '));
  const [why, setWhy] = useState('');
  const content = contentOf(draft);
  const save = async () => {
    const { version } = newer ?? start;
    if (content === null) return;
    // What was not touched stays as it is stored, and a newer one is replaced only by what was seen here.
    const isSame = newer === null && jsonEqual(draft, draftOf(start.type, start.content));
    const body = {
      ...{ version, importance, tags: tagsOf(tags), why },
      ...(isSame ? {} : { content }),
    };
    try {
      await call('PATCH /api/knowledge/memories/:id', { params: { id: memory.id }, body });
    } catch (error) {
      if (isChanged(error))
        setNewer(await call('GET /api/knowledge/memories/:id', { params: { id: memory.id } }));
      throw error;
    }
    await changed();
    onClose();
  };
  const takeTheirs = () => {
    if (newer === null) return;
    setStart(newer);
    setDraft(draftOf(newer.type, newer.content));
    setImportance(newer.importance);
    setTags(newer.tags.join(', '));
    setNewer(null);
    action.clear();
  };
  return (
    <ActionDialog
      act={() => void action.run(save)}
      busy={action.busy}
      disabled={content === null}
      onClose={onClose}
      title={text.title}
      wide
      yes={newer === null ? text.save : text.keepMine}
    >
      <div className="stack-wide dialog-form">
        {newer === null ? (
          <Failed of={action.failure} />
        ) : (
          <Banner
            action={<Button onClick={takeTheirs}>{text.takeTheirs}</Button>}
            role="alert"
            tone="need"
          >
            <b className="strong">{text.changed}</b>
            <p className="small">{text.changedDetail}</p>
            <details>
              <summary>{text.now(newer.version)}</summary>
              <MemoryContent content={newer.content} type={newer.type} />
            </details>
          </Banner>
        )}
        <ContentForm draft={draft} onChange={setDraft} />
        <div className="halves">
          <Field label={memoryText.importance}>
            {(ids) => (
              <Select
                {...ids}
                onChange={(value) => isImportance(value) && setImportance(value)}
                options={importances}
                value={importance}
              />
            )}
          </Field>
          <Field label={text.tags}>
            {(ids) => (
              <Input {...ids} onChange={(event) => setTags(event.target.value)} value={tags} />
            )}
          </Field>
        </div>
        <WhyField onChange={setWhy} value={why} />
      </div>
    </ActionDialog>
  );
}
