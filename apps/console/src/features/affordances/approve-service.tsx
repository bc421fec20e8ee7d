import { useState } from 'react';
import { useSeenArtifact } from '../../live/environment-queries.ts';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { ActionDialog } from '../../ui/overlays/action-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { KnownSignifier } from './affordance-list.tsx';
import { Failed } from './failed.tsx';
import { effectOf, WhatChanged } from './what-changed.tsx';
import './affordances.css';

const text = affordancesText.service;
/** More than anyone looks at in one go; what is not shown is not approved. */
const mostShown = 100;

interface ApproveServiceProps {
  service: { id: string; name: string };
  /** Approves signifiers as they were seen; resolves to the ids of those that have changed meanwhile. */
  approve: (seen: { id: string; sourceHash: string }[]) => Promise<readonly string[]>;
  onClose: () => void;
}

/** What waits for an approval at a service, and the approval of exactly that. */
export function ApproveService({ service, approve, onClose }: ApproveServiceProps) {
  const read = useSeenArtifact(service.id);
  const action = useAction();
  const [hasRefused, setRefused] = useState(false);
  const waiting = (read.data?.signifiers ?? []).filter(({ approval }) => approval !== 'approved');
  const shown = waiting.slice(0, mostShown);
  const approveShown = () =>
    action.run(async () => {
      const seen = shown.map(({ signifier: { id, sourceHash } }) => ({ id, sourceHash }));
      const refused = await approve(seen);
      if (refused.length === 0) return onClose();
      setRefused(true);
      await read.refetch();
    });
  return (
    <ActionDialog
      act={() => void approveShown()}
      busy={action.busy}
      disabled={shown.length === 0 || read.isFetching}
      onClose={onClose}
      title={text.approveOf(visibleText(service.name))}
      wide
      yes={text.approveAll}
    >
      <div className="stack-wide">
        {hasRefused ? (
          <Banner role="alert" tone="need">
            {affordancesText.drift.refused}
          </Banner>
        ) : null}
        <Failed of={action.failure} title={text.failed} />
        <Failed
          of={read.isError ? read.error : null}
          retry={() => void read.refetch()}
          title={affordancesText.failed}
        />
        {read.isPending ? <Skeleton rows={3} /> : null}
        {shown.length < waiting.length ? <p>{text.reviewFirst(shown.length)}</p> : null}
        {shown.map((known) => (
          <Waiting key={known.signifier.id} known={known} />
        ))}
        {read.data === undefined || read.data.skipped.length === 0 ? null : (
          <section className="stack-tight">
            <h3>{text.skipped(read.data.skipped.length)}</h3>
            <ul className="small breakable">
              {read.data.skipped.slice(0, mostShown).map(({ name, reason }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and the list is read once
                <li key={at}>{commonText.pair(visibleText(name), visibleText(reason))}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </ActionDialog>
  );
}

/** One signifier as it would be approved. */
function Waiting({ known }: { known: KnownSignifier }) {
  const { signifier, approval } = known;
  const { label, context, form, input } = signifier;
  return (
    <article aria-label={visibleText(label)} className="soft-line-below stack-tight">
      <h3 className="breakable" dir="auto" lang="">
        {visibleText(label)}
      </h3>
      <p className="breakable" dir="auto" lang="">
        {visibleText(context)}
      </p>
      <p>
        <code className="breakable">{visibleText(`${form.method} ${form.target}`)}</code>
      </p>
      <p className="small">{effectOf(signifier)}</p>
      <WhatChanged known={known} />
      {approval === 'new' && input !== null ? (
        <JsonView label={affordancesText.detail.arguments} short value={input} />
      ) : null}
    </article>
  );
}
