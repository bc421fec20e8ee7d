import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAgents } from '../../../live/queries.ts';
import { useAction } from '../../../live/use-action.ts';
import { useChange } from '../../../live/use-route.ts';
import { memoryText, editText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { ActionDialog } from '../../../ui/overlays/action-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { pathOf } from '../links.tsx';
import { Failed } from '../list-parts.tsx';
import { type ContentDraft, contentOf, draftOf, tagsOf } from './content-fields.ts';
import { ContentForm } from './content-form.tsx';

type Type = MemoryRow['type'];
const types = Object.entries(memoryText.types).map(([value, label]) => ({ value, label }));
const isType = (value: string): value is Type => Object.hasOwn(memoryText.types, value);

/** A memory that a person notes. */
export function AddMemory({ onClose }: { onClose: () => void }) {
  const change = useChange();
  const navigate = useNavigate();
  const agents = useAgents().data ?? [];
  const action = useAction();
  const [type, setType] = useState<Type>('semantic');
  // What was typed for one type is there again when it is chosen again.
  const [drafts, setDrafts] = useState<Partial<Record<Type, ContentDraft>>>({});
  const draft = drafts[type] ?? draftOf(type, {});
  const [agent, setAgent] = useState('');
  const [tags, setTags] = useState('');
  const content = contentOf(draft);
  const choose = (next: string) => {
    if (isType(next)) setType(next);
  };
  const add = async () => {
    if (content === null) return;
    const made = await change('POST /api/knowledge/memories', {
      body: {
        ...{ type, content, tags: tagsOf(tags) },
        agent: agent === '' ? null : agent,
      },
    });
    onClose();
    await navigate({ to: '/knowledge/$', params: { _splat: pathOf('memories', made.id) } });
  };
  return (
    <ActionDialog
      act={() => void action.run(add)}
      busy={action.busy}
      description={text.newDetail}
      disabled={content === null}
      onClose={onClose}
      title={text.newTitle}
      wide
      yes={text.add}
    >
      <div className="stack-wide dialog-form">
        <Failed of={action.failure} />
        <div className="halves">
          <Field label={memoryText.type}>
            {(ids) => <Select {...ids} onChange={choose} options={types} value={type} />}
          </Field>
          <Field label={memoryText.agent}>
            {(ids) => (
              <Select
                {...ids}
                onChange={setAgent}
                options={[
                  { value: '', label: text.agentNone },
                  ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
                ]}
                value={agent}
              />
            )}
          </Field>
        </div>
        <ContentForm draft={draft} onChange={(next) => setDrafts({ ...drafts, [type]: next })} />
        <Field label={text.tags}>
          {(ids) => (
            <Input {...ids} onChange={(event) => setTags(event.target.value)} value={tags} />
          )}
        </Field>
      </div>
    </ActionDialog>
  );
}
