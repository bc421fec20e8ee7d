import type { Extraction } from '@countersign/api/knowledge-sharing';
import { isObject } from '@countersign/json/json-object';
import { useState } from 'react';
import { useAction } from '../../../live/use-action.ts';
import { knowledgeText, extractionText as text } from '../../../text/knowledge.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { ActionDialog } from '../../../ui/overlays/action-dialog.tsx';
import { Failed } from '../list-parts.tsx';
import { contentOf, draftOf } from '../memories/content-fields.ts';
import { ContentForm } from '../memories/content-form.tsx';
import { WhyField } from '../review/why-field.tsx';

interface EditExtractionProps {
  extraction: Extraction;
  approve: (
    knowledge: { title: string; content: Record<string, unknown> },
    why: string,
  ) => Promise<{ done: number; changed: number; residue: string | null }>;
  onClose: () => void;
}

/** Changes what leaves, and approves it. If it was not, the dialog stays, with the reason and what was written. */
export function EditExtraction({ extraction, approve, onClose }: EditExtractionProps) {
  const action = useAction();
  const { standardised } = extraction.steps;
  const [title, setTitle] = useState(standardised?.title ?? '');
  const [draft, setDraft] = useState(() =>
    draftOf(extraction.memory.type, isObject(standardised?.content) ? standardised.content : {}),
  );
  const [why, setWhy] = useState('');
  const [refused, setRefused] = useState<{ changed: number; residue: string | null } | null>(null);
  const content = contentOf(draft);
  const send = async () => {
    if (content === null) return;
    const result = await approve({ title, content }, why);
    if (result.done === 1) onClose();
    else setRefused(result);
  };
  return (
    <ActionDialog
      act={() => void action.run(send)}
      busy={action.busy}
      description={text.editDetail}
      disabled={content === null || title.trim() === ''}
      onClose={onClose}
      title={text.editTitle}
      wide
      yes={text.approve}
    >
      <div className="stack-wide dialog-form">
        <Failed of={action.failure} />
        {refused === null ? null : (
          <Banner role="alert" tone="fail">
            {refused.residue === null
              ? knowledgeText.changedCount(refused.changed)
              : text.residue(text.ruleName(refused.residue))}
          </Banner>
        )}
        <Field label={text.title} required>
          {(ids) => (
            <Input
              {...ids}
              maxLength={500}
              onChange={(event) => setTitle(event.target.value)}
              value={title}
            />
          )}
        </Field>
        <ContentForm draft={draft} onChange={setDraft} />
        <WhyField onChange={setWhy} value={why} />
      </div>
    </ActionDialog>
  );
}
