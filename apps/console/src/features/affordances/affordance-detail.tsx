import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { affordancesText } from '../../text/affordances.ts';
import { commonText } from '../../text/common.ts';
import { statementSentence } from '../../text/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import type { KnownSignifier } from './affordance-list.tsx';
import { type Note, OperatorNotes } from './operator-notes.tsx';

const text = affordancesText.detail;

interface AffordanceDetailProps {
  known: KnownSignifier;
  mayChange: boolean;
  onCall: () => void;
  approve: () => Promise<boolean>;
  saveNote: (note: Note) => Promise<unknown>;
  failed: ReactNode;
}

/** All that is known of a signifier: its request, its effect, what changed, and the notes of operators. */
export function AffordanceDetail(props: AffordanceDetailProps) {
  const { known, mayChange, onCall, approve, saveNote, failed } = props;
  const { signifier, rank, approval, shapeFault, note } = known;
  const { form, safety, secrets, artifact } = signifier;
  const effect = safety.readOnly ? text.reads : safety.destructive ? text.destroys : text.changes;
  return (
    <article aria-label={visibleText(signifier.label)} className="stack-wide affordance-detail">
      <header className="row-wrap">
        <h2 className="grow breakable" dir="auto" lang="">
          {visibleText(signifier.label)}
        </h2>
        {mayChange && rank?.decision !== 'blocked' && approval === 'approved' ? (
          <Button icon={Send} onClick={onCall} variant="primary">
            {affordancesText.call.open}
          </Button>
        ) : null}
      </header>
      <p className="breakable" dir="auto" lang="">
        {visibleText(signifier.context)}
      </p>
      {approval === 'approved' ? null : (
        <Drift approve={approve} known={known} mayApprove={mayChange} />
      )}
      {failed}
      {shapeFault === null ? null : (
        <Banner tone="fail">
          {text.shape}: {visibleText(shapeFault)}
        </Banner>
      )}
      <dl className="fact-list">
        <dt>{text.service}</dt>
        <dd>
          {visibleText(artifact.name)} · {affordancesText.service.kinds[artifact.kind]}
        </dd>
        <dt>{text.request}</dt>
        <dd>
          <code className="breakable">
            {form.method} {visibleText(form.target)}
          </code>
        </dd>
        <dt>{text.safety}</dt>
        <dd className="row-wrap">
          {effect} <Badge tone="line">{text.source[safety.source]}</Badge>
        </dd>
        <dt>{text.secrets}</dt>
        <dd>
          {secrets.length === 0
            ? text.none
            : commonText.inRow(secrets.map(({ scheme, place }) => text.secret(scheme, place)))}
        </dd>
        {rank === null ? null : (
          <>
            <dt>{text.why}</dt>
            <dd>{statementSentence(rank.reasonStatement, rank.reason)}</dd>
          </>
        )}
      </dl>
      {signifier.input === null ? null : (
        <JsonView copy label={text.arguments} short value={signifier.input} />
      )}
      {mayChange ? (
        <OperatorNotes key={JSON.stringify([signifier.id, note])} note={note} save={saveNote} />
      ) : null}
    </article>
  );
}

interface DriftProps {
  known: KnownSignifier;
  mayApprove: boolean;
  approve: () => Promise<boolean>;
}

/** What has changed since the last approval, side by side. */
function Drift({ known: { drift, signifier }, mayApprove, approve }: DriftProps) {
  const words = affordancesText.drift;
  const parts = drift?.parts ?? [];
  const of = (one: object) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => parts.includes(name)));
  return (
    <Banner tone="need">
      <b className="strong">{drift === null ? words.isNew : words.title}</b>
      {drift === null ? null : (
        <>
          <p className="small">
            {words.parts} {commonText.inRow(parts)}
          </p>
          <div className="affordance-drift">
            <div>
              <p className="small">{words.before}</p>
              <JsonView label={words.before} short value={of(drift.before)} />
            </div>
            <div>
              <p className="small">{words.after}</p>
              <JsonView label={words.after} short value={of(signifier)} />
            </div>
          </div>
        </>
      )}
      {mayApprove ? (
        <p>
          <Button onClick={() => void approve()}>{words.approve}</Button>
        </p>
      ) : null}
    </Banner>
  );
}
