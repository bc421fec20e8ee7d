import type { CallPreview, SentCall } from '@countersign/api/gateway';
import { ArrowLeftRight, ArrowRight, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { gatewayText } from '../../text/registry.ts';
import { statementText } from '../../text/statements/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonText } from '../../ui/json/json-text.tsx';

const text = gatewayText.attempt;
const marks = {
  direct: { tone: 'done', icon: ArrowRight },
  relay: { tone: 'run', icon: ArrowLeftRight },
  unsupported: { tone: 'fail', icon: OctagonX },
} as const;

const protocolName = (id: string): string =>
  Object.entries(gatewayText.form.spokenOf).find(([one]) => one === id)?.[1] ?? visibleText(id);

/** What the server says. What has no words of its own here is shown in English. */
function Said({ english, statement }: { english: string; statement: unknown }) {
  const own = statementText(statement);
  return <span lang={own === null ? 'en' : undefined}>{visibleText(own ?? english)}</span>;
}

/** Why a call is refused. */
const Refusal = (said: { english: string; statement: unknown }) => (
  <p className="small">
    <Said {...said} />
  </p>
);

const LostList = ({ lost }: { lost: CallPreview['lost'] }) => (
  <ul className="small">
    {lost.map(({ text: english, statement }) => (
      <li className="breakable" key={english}>
        <Said english={english} statement={statement} />
      </li>
    ))}
  </ul>
);

/** What a call would become: the way, what is lost, and what the agent would get. */
export function CallResult({ preview, protocol }: { preview: CallPreview; protocol: string }) {
  const { connection, refusal, policy, route, call, sent, lost } = preview;
  return (
    <>
      {refusal === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="strong">{text.refused}</b>
          <Refusal english={refusal} statement={preview.refusalStatement} />
        </Banner>
      )}
      {route === null ? null : (
        <section className="stack-tight">
          <h2>{text.way}</h2>
          <p className="row-wrap">
            {sent === null ? null : (
              <Badge {...marks[connection]}>
                {text.from(protocolName(protocol), protocolName(sent.protocol))}
              </Badge>
            )}
            <span className="small muted">{gatewayText.route(visibleText(route))}</span>
          </p>
          <p className="small">{text.ways[connection]}</p>
          {policy?.approval === true ? <p className="small">{text.waits}</p> : null}
        </section>
      )}
      {sent === null ? null : (
        <section className="stack-tight">
          <h2>{text.lost}</h2>
          {lost.length === 0 ? (
            <p className="small muted">{text.nothingLost}</p>
          ) : (
            <LostList lost={lost} />
          )}
        </section>
      )}
      {sent === null ? (
        refusal === null ? (
          <p className="small muted">{text.nothingSent}</p>
        ) : null
      ) : (
        <JsonSection
          title={text.sent}
          lead={
            <code className="breakable small">
              {sent.method} {visibleText(sent.url)}
            </code>
          }
          value={sent.body}
        />
      )}
      {call === null ? null : <JsonSection title={text.understood} value={call} />}
    </>
  );
}

/** What came of a call that was made. */
export function CallSent({
  sent,
  taskLink,
  inboxLink,
}: {
  sent: SentCall;
  taskLink: (taskId: string) => ReactNode;
  inboxLink: ReactNode;
}) {
  if (sent.refusal !== null) {
    return (
      <Banner role="alert" tone="fail">
        <b className="strong">{text.sendRefused}</b>
        <Refusal english={sent.refusal} statement={sent.refusalStatement} />
      </Banner>
    );
  }
  return (
    <>
      <p className="row-wrap" role="status">
        <span className="small muted">{text.state}</span>
        <code>{sent.state}</code>
        {sent.taskId === null ? (
          <>
            <span className="small">{text.held}</span>
            {inboxLink}
          </>
        ) : (
          taskLink(sent.taskId)
        )}
      </p>
      {sent.lost.length === 0 ? null : (
        <section className="stack-tight">
          <h2>{text.lostBack}</h2>
          <LostList lost={sent.lost} />
        </section>
      )}
      <JsonSection title={text.answer} value={sent.answer} />
    </>
  );
}

function JsonSection({ title, lead, value }: { title: string; lead?: ReactNode; value: unknown }) {
  const json = JSON.stringify(value, null, 2) ?? '';
  return (
    <section>
      <div className="row panel-section-head">
        <h2>{title}</h2>
        <CopyButton of={title} text={() => json} />
      </div>
      {lead}
      <pre className="code verbatim rounded">
        <JsonText text={json} />
      </pre>
    </section>
  );
}
