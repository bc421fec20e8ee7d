import { isObject } from '@countersign/json/json-object';
import { followReferences } from '@countersign/json-schema/follow-references';
import { withoutSecrets } from '@countersign/json-schema/secret';
import { useState } from 'react';
import { decisionText as text } from '../../../text/texts.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import { Values } from '../../../ui/texts/values.tsx';
import { RawValue } from './unread.tsx';

interface ProposalProps {
  payload: Record<string, unknown> | undefined;
  /** Titles come from here where the agent gave a schema. */
  schema: unknown;
  /** How it is answered if nothing is proposed. */
  way: 'address' | 'decline' | 'words';
  /** There are alternatives to choose from. */
  isList: boolean;
  /** A payload that has no fields: shown as received. */
  unread: { problem: string; value: unknown } | null;
  /** A payload that is only a text. */
  text: string | null;
}

/** The content as proposed: lists as tables, the rest as names and values, or the JSON itself. */
export function Proposal({ payload, schema, isList, way, unread, text: only }: ProposalProps) {
  const [view, setView] = useState<'table' | 'json'>('table');
  const root = isObject(schema) ? schema : {};
  if (unread !== null)
    return (
      <section className="soft-line-below panel-section" aria-label={text.proposed}>
        <div className="panel-section-head">
          <h2>{text.proposed}</h2>
          <span className="muted small">{text.proposedRaw}</span>
        </div>
        <RawValue label={text.proposed} value={unread.value} />
      </section>
    );
  if (only !== null)
    return (
      <section className="soft-line-below panel-section" aria-label={text.proposed}>
        <div className="panel-section-head">
          <h2>{text.proposed}</h2>
        </div>
        <RawValue label={text.proposed} value={only} />
      </section>
    );
  if (payload === undefined || Object.keys(payload).length === 0) {
    return (
      <section className="soft-line-below panel-section">
        <div className="panel-section-head">
          <h2>{text.proposed}</h2>
        </div>
        <p className="muted">
          {isList
            ? text.onlyAlternatives
            : Object.keys(root).length > 0
              ? text.nothingToStartFrom
              : text.noProposal[way]}
        </p>
      </section>
    );
  }
  return (
    <section className="soft-line-below panel-section" aria-label={text.proposed}>
      <div className="panel-section-head">
        <h2>{text.proposed}</h2>
        <Segmented
          label={text.view}
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: text.table },
            { value: 'json', label: text.json },
          ]}
        />
      </div>
      {view === 'json' ? (
        <SecretBlock value={payload} masked={withoutSecrets(schema, payload)}>
          {(shown) => <JsonView value={shown} label={text.proposed} />}
        </SecretBlock>
      ) : (
        <Values value={payload} node={followReferences(root, root)} root={root} depth={0} />
      )}
    </section>
  );
}
