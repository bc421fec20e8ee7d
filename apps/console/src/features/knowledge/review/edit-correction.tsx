import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { useState } from 'react';
import type { MemoryDetail } from '../../../live/knowledge-types.ts';
import { type Action, useAction } from '../../../live/use-action.ts';
import { useRoute } from '../../../live/use-route.ts';
import { editText, knowledgeText, reviewText as text } from '../../../text/knowledge.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Failed, Reading } from '../list-parts.tsx';
import { contentOf, draftOf } from '../memories/content-fields.ts';
import { ContentForm } from '../memories/content-form.tsx';
import { MemoryContent } from '../memories/memory-content.tsx';
import { Changes } from './correction-facts.tsx';
import type { ReviewResult } from './use-review.ts';

type Scope = 'personal' | 'group';
type Refused = Pick<ReviewResult, 'changed' | 'invalid'>;
interface EditCorrectionProps {
  row: MemoryRow;
  scope: Scope;
  /** Resolves to how many were approved, and why not; null = a person is asked first which correction holds. */
  approve: (
    content: Record<string, unknown>,
    version: number,
    layer: Scope,
  ) => Promise<ReviewResult | null>;
  onClose: () => void;
}

/** Approves a correction with another content. If it was not, the dialog stays, with the reason and what was written. */
export function EditCorrection(props: EditCorrectionProps) {
  const read = useRoute('GET /api/knowledge/memories/:id', { params: { id: props.row.id } });
  const action = useAction();
  return (
    <Dialog
      description={text.editDetail}
      keepOpen
      onOpenChange={(open) => open || action.busy || props.onClose()}
      open
      title={text.editTitle}
      wide
    >
      <Reading of={read}>
        {read.data === undefined ? null : <Form {...props} action={action} memory={read.data} />}
      </Reading>
    </Dialog>
  );
}

const isDecided = (status: MemoryDetail['status']): status is 'active' | 'superseded' =>
  status === 'active' || status === 'superseded';

type FormProps = EditCorrectionProps & { memory: MemoryDetail; action: Action };

function Form({ memory, scope, approve, onClose, action }: FormProps) {
  // What the form was made from.
  const [start] = useState(memory);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [draft, setDraft] = useState(() => draftOf(memory.type, memory.content));
  const [layer, setLayer] = useState(scope);
  const content = contentOf(draft);
  const send = async () => {
    if (content === null) return;
    const result = await approve(content, memory.version, layer);
    if (result?.done.approve === 1) onClose();
    else setRefused(result);
  };
  return (
    <div className="stack-wide dialog-form">
      <Failed of={action.failure} />
      {refused === null ? null : (
        <Banner role="alert" tone="fail">
          {refused.invalid > 0 ? text.invalid(1) : knowledgeText.changedCount(1)}
        </Banner>
      )}
      {memory.version === start.version ? null : (
        <Banner role="status" tone="need">
          <b className="strong">{editText.changed}</b>
          {/* Decided meanwhile, it waits no longer. */}
          {isDecided(memory.status) ? <p>{text.states[memory.status]}</p> : null}
          <details>
            <summary>{editText.now(memory.version)}</summary>
            <MemoryContent content={memory.content} type={memory.type} />
          </details>
        </Banner>
      )}
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
