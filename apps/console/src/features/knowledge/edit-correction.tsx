import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { useState } from 'react';
import { type MemoryDetail, useMemory } from '../../live/knowledge-queries.ts';
import { useAction } from '../../live/use-action.ts';
import { reviewText as text } from '../../text/knowledge.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { contentOf, draftOf } from './content-fields.ts';
import { ContentForm } from './content-form.tsx';
import { Changes } from './correction-facts.tsx';
import { Failed, Reading } from './list-parts.tsx';

type Scope = 'personal' | 'group';
interface EditCorrectionProps {
  row: MemoryRow;
  scope: Scope;
  /** Resolves to how many were approved. */
  approve: (
    content: Record<string, unknown>,
    version: number,
    layer: Scope,
  ) => Promise<{ done: number }>;
  onClose: () => void;
}

/** Approves a correction with another content. */
export function EditCorrection(props: EditCorrectionProps) {
  const read = useMemory(props.row.id);
  return (
    <Dialog
      description={text.editDetail}
      keepOpen
      onOpenChange={(open) => open || props.onClose()}
      open
      title={text.editTitle}
      wide
    >
      <Reading of={read}>
        {read.data === undefined ? null : <Form {...props} memory={read.data} />}
      </Reading>
    </Dialog>
  );
}

function Form({ memory, scope, approve, onClose }: EditCorrectionProps & { memory: MemoryDetail }) {
  const action = useAction();
  const [draft, setDraft] = useState(() => draftOf(memory.type, memory.content));
  const [layer, setLayer] = useState(scope);
  const content = contentOf(draft);
  const send = async () => {
    if (content === null) return;
    // If it was not, the list behind says why.
    await approve(content, memory.version, layer);
    onClose();
  };
  return (
    <div className="stack-wide knowledge-form">
      <Failed of={action.failure} />
      {memory.correction === null ? null : <Changes changes={memory.correction.changes} />}
      <ContentForm draft={draft} onChange={setDraft} />
      <Field label={text.scope}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(value) => setLayer(value === 'group' ? 'group' : 'personal')}
            options={Object.entries(text.scopes).map(([value, label]) => ({ value, label }))}
            value={layer}
          />
        )}
      </Field>
      <div className="row at-end">
        <DialogCancel disabled={action.busy} />
        <Button
          busy={action.busy}
          disabled={content === null}
          onClick={() => void action.run(send)}
          variant="primary"
        >
          {text.approve}
        </Button>
      </div>
    </div>
  );
}
