import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import type { KnownSignifier } from './affordance-list.tsx';
import { MarkedText } from './marked-text.tsx';
import { type Note, OperatorNotes } from './operator-notes.tsx';
import { effectOf, WhatChanged } from './what-changed.tsx';

const text = affordancesText.detail;

interface AffordanceDetailProps {
  known: KnownSignifier;
  mayChange: boolean;
  onCall: () => void;
  approve: () => Promise<boolean>;
  saveNote: (note: Note) => Promise<Note>;
  readAgain: () => Promise<unknown>;
  failed: ReactNode;
}

/** All that is known of a signifier: its request, its effect, what changed, and the notes of operators. */
export function AffordanceDetail(props: AffordanceDetailProps) {
  const { known, mayChange, onCall, approve, saveNote, readAgain, failed } = props;
  const { signifier, rank, approval, shapeFault, note } = known;
  const { form, safety, secrets, artifact } = signifier;
  return (
    <article aria-label={visibleText(signifier.label)} className="stack-wide affordance-detail">
      <header className="row-wrap">
        <h2 className="grow breakable" dir="auto" lang="" tabIndex={-1}>
          {visibleText(signifier.label)}
        </h2>
        {mayChange && rank?.decision !== 'blocked' && approval === 'approved' ? (
          <Button icon={Send} onClick={onCall} variant="primary">
            {affordancesText.call.open}
          </Button>
        ) : null}
      </header>
      <p className="breakable" dir="auto" lang="">
        <MarkedText text={signifier.context} words={rank?.matched ?? []} />
      </p>
      {approval === 'approved' ? null : (
        <Banner tone="need">
          <WhatChanged known={known} />
          {mayChange ? (
            <p>
              <Button onClick={() => void approve()}>{affordancesText.drift.approve}</Button>
            </p>
          ) : null}
        </Banner>
      )}
      {failed}
      {shapeFault === null ? null : (
        <Banner tone="fail">{commonText.pair(text.shape, visibleText(shapeFault))}</Banner>
      )}
      <dl className="fact-list stack">
        <dt>{text.service}</dt>
        <dd>
          {visibleText(artifact.name)} · {affordancesText.service.kinds[artifact.kind]}
        </dd>
        <dt>{text.request}</dt>
        <dd>
          <code className="breakable">{visibleText(`${form.method} ${form.target}`)}</code>
        </dd>
        <dt>{text.safety}</dt>
        <dd className="row-wrap">
          {effectOf(signifier)} <Badge tone="line">{text.source[safety.source]}</Badge>
        </dd>
        <dt>{text.secrets}</dt>
        <dd>
          {secrets.length === 0
            ? text.none
            : commonText.inRow(
                secrets.map(({ scheme, place }) => text.secret(visibleText(scheme), place)),
              )}
        </dd>
        {rank === null ? null : (
          <>
            <dt>{text.why}</dt>
            <dd>{statementSentence(rank.reasonStatement, rank.reason)}</dd>
          </>
        )}
      </dl>
      {signifier.input === null ? null : (
        <section className="stack-tight">
          <h3>{text.arguments}</h3>
          <JsonView copy label={text.arguments} short value={signifier.input} />
        </section>
      )}
      {mayChange ? (
        <OperatorNotes key={signifier.id} note={note} readAgain={readAgain} save={saveNote} />
      ) : null}
    </article>
  );
}
