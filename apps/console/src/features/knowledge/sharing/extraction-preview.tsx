import type { Extraction } from '@countersign/api/knowledge-sharing';
import { jsonEqual } from '@countersign/json/json-equal';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../../live/use-action.ts';
import { useChange, useRoute } from '../../../live/use-route.ts';
import { extractionText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Failed, Reading } from '../list-parts.tsx';
import { tagsOf } from '../memories/content-fields.ts';
import { ExtractionItem } from './extraction-item.tsx';
import './extraction-preview.css';

interface ExtractionPreviewProps {
  /** The memory. */
  id: string;
  /** It may have been decided about this version before: then it waits for nobody. */
  onKept: (state: Extraction['state']) => void;
  onClose: () => void;
}

/** What would leave of a memory, before anything is stored; with names to mask and texts to leave. */
export function ExtractionPreview({ id, onKept, onClose }: ExtractionPreviewProps) {
  const change = useChange();
  const action = useAction();
  const [names, setNames] = useState('');
  const [allowed, setAllowed] = useState('');
  const [policy, setPolicy] = useState<{ names: string[]; allowed: string[] }>({
    ...{ names: [], allowed: [] },
  });
  // What was typed last is not what is shown below until it is shown again.
  const typed = { names: tagsOf(names), allowed: tagsOf(allowed) };
  const isShown = jsonEqual(typed, policy);
  const body = { memories: [id], policy };
  const read = useRoute('POST /api/knowledge/extractions/preview', { body });
  const [extraction] = read.data?.items ?? [];
  // It is asked for in a menu of another page, or below: the keyboard continues here.
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const keep = () =>
    void action.run(async () => {
      const { items } = await change('POST /api/knowledge/extractions', { body });
      onKept(items[0]?.state ?? 'waiting');
    });
  return (
    <section
      aria-label={text.previewTitle}
      className="framed stack-wide extraction-preview"
      ref={section}
      tabIndex={-1}
    >
      <div className="stack-tight">
        <h2>{text.previewTitle}</h2>
        <p className="small muted">{text.previewDetail}</p>
      </div>
      <Failed of={action.failure} />
      <form
        className="row-wrap at-bottom retrieval-form"
        onSubmit={(event) => {
          event.preventDefault();
          setPolicy(typed);
        }}
      >
        <Field className="retrieval-anchor" help={text.listHelp} label={text.names}>
          {(ids) => (
            <Input {...ids} onChange={(event) => setNames(event.target.value)} value={names} />
          )}
        </Field>
        <Field className="retrieval-anchor" help={text.listHelp} label={text.allowed}>
          {(ids) => (
            <Input {...ids} onChange={(event) => setAllowed(event.target.value)} value={allowed} />
          )}
        </Field>
        <Button busy={read.isFetching} type="submit">
          {text.previewAgain}
        </Button>
      </form>
      <Reading of={read}>
        {extraction === undefined ? (
          <p className="muted">{text.unknown}</p>
        ) : (
          <ul>
            <ExtractionItem extraction={extraction} />
          </ul>
        )}
      </Reading>
      <div className="row-wrap">
        <Button
          busy={action.busy}
          disabled={!isShown || (extraction?.steps.standardised ?? null) === null}
          onClick={keep}
          variant="primary"
        >
          {text.keep}
        </Button>
        <Button onClick={onClose}>{commonText.cancel}</Button>
        <span className="small" role="status">
          {isShown ? null : text.showFirst}
        </span>
      </div>
    </section>
  );
}
