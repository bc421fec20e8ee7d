import type { AuditEntry, AuditRecord } from '@countersign/api/records/audit';
import { isObject } from '@countersign/json/json-object';
import { withoutSecrets } from '@countersign/json-schema/secret';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { auditText as text } from '../../text/audit.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatExact } from '../../ui/format-time.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Time } from '../../ui/time.tsx';
import { Brief } from '../decision/question/brief.tsx';
import { Grounds } from '../decision/question/evidence.tsx';
import { Proposal } from '../decision/question/proposal.tsx';
import { Delivered, Seen } from './audit-table.tsx';

interface AuditRecordViewProps {
  record: AuditRecord;
  onClose: () => void;
  /** Shows only what the same person did; null = nobody did it. */
  onOnly: (() => void) | null;
  /** Saves the evidence of this decision; null = it is none. */
  onEvidence: (() => void) | null;
  taskLink: (taskId: string, sequence: number | null, words: ReactNode) => ReactNode;
}

/** One entry: the screen as it was, what was decided, its receipt, and the chain around it. */
export function AuditRecordView(props: AuditRecordViewProps) {
  const { record, onClose, onOnly, onEvidence, taskLink } = props;
  const { entry, screen } = record;
  const { threadId } = entry;
  return (
    <>
      <header className="line-below audit-record-head stack-close">
        <div className="spread">
          <span className="small muted tabular">
            {text.entry(entry.number)} · <Time as="exact" at={entry.at} />
          </span>
          <Button icon={X} onClick={onClose} title={text.close} variant="ghost">
            <span className="visually-hidden">{text.close}</span>
          </Button>
        </div>
        <h2 dir="auto" lang="">
          {entry.about === '' ? text.action(entry.action) : visibleText(entry.about)}
        </h2>
        <Summary entry={entry} />
        <div className="row-wrap">
          {onOnly === null ? null : (
            <Button onClick={onOnly} small>
              {text.only}
            </Button>
          )}
          {onEvidence === null ? null : (
            <Button onClick={onEvidence} small>
              {text.evidence}
            </Button>
          )}
          {threadId === null ? null : taskLink(threadId, screen?.sequence ?? null, text.openTask)}
        </div>
      </header>
      {screen === null ? null : <Screen screen={screen} />}
      <Part title={text.facts}>
        <JsonView label={text.facts} value={shownDetail(entry, screen)} />
      </Part>
      <ReceiptPart record={record} />
      <Chain record={record} />
      <Part title={text.bytes}>
        <p className="small muted">{text.bytesDetail}</p>
        <CopyButton text={() => record.row} />
      </Part>
    </>
  );
}

function Summary({ entry }: { entry: AuditEntry }) {
  const { who, action, delivery } = entry;
  const name = who.name === '' ? text.whoKinds[who.kind] : visibleText(who.name);
  return (
    <p className="row-wrap small">
      <span>
        <b className="strong">{name}</b> {text.action(action)}
      </span>
      <Seen entry={entry} />
      <Delivered entry={entry} />
      {delivery?.outcome?.status === 'failed' ? (
        <span className="audit-unseen">{text.itFailed}</span>
      ) : null}
      {delivery?.outcome?.note ? (
        <span className="muted" dir="auto" lang="">
          {visibleText(delivery.outcome.note)}
        </span>
      ) : null}
    </p>
  );
}

/** The question, its grounds and its content, as they were; nothing in it can be answered. */
function Screen({ screen: { prompt, isProven } }: { screen: NonNullable<AuditRecord['screen']> }) {
  const { message } = prompt;
  const payload = isObject(message.payload) ? message.payload : undefined;
  return (
    <section aria-label={text.screen} className="audit-screen">
      <div className="panel-section-head">
        <h3>{text.screen}</h3>
        <Badge icon={isProven ? CircleCheck : TriangleAlert} tone={isProven ? 'done' : 'fail'}>
          {isProven ? text.proven : text.notProven}
        </Badge>
      </div>
      <Brief changes={0} prompt={prompt} type={null} />
      <Proposal
        isList={false}
        payload={payload}
        schema={schemaOf(message)}
        text={typeof message.payload === 'string' ? message.payload : null}
        unread={null}
        way="words"
      />
      <Grounds message={message} />
    </section>
  );
}

/** What the schema of the question calls secret is not shown. */
function shownDetail({ detail }: AuditEntry, screen: AuditRecord['screen']): unknown {
  if (screen === null || !isObject(detail)) return detail;
  const schema = schemaOf(screen.prompt.message);
  const { feedback } = detail;
  const value =
    isObject(feedback) && isObject(feedback['content']) ? feedback['content']['value'] : undefined;
  if (!isObject(feedback) || value === undefined) return detail;
  const content = { ...Object(feedback['content']), value: withoutSecrets(schema, value) };
  return { ...detail, feedback: { ...feedback, content } };
}

function ReceiptPart({ record: { receipt } }: { record: AuditRecord }) {
  return (
    <Part title={text.receipt}>
      {receipt === null ? (
        <p className="small muted">{text.noReceipt}</p>
      ) : (
        <>
          <p className="small muted">
            {receipt.started === null ? text.notUsed : text.used(formatExact(receipt.started))}
          </p>
          <JsonView label={text.receipt} value={receipt.receipt} />
        </>
      )}
    </Part>
  );
}

function Chain({ record: { chain, entry } }: { record: AuditRecord }) {
  return (
    <Part title={text.chain}>
      <table className="data-table fixed-table audit-chain">
        <thead>
          <tr>
            <th scope="col">{text.number}</th>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.hash}</th>
          </tr>
        </thead>
        <tbody>
          {chain.map(({ number, action, hash }) => (
            <tr aria-current={number === entry.number ? 'true' : undefined} key={number}>
              <td className="tabular">{number}</td>
              <td>{text.action(action)}</td>
              <td className="mono" title={hash}>
                {hash.slice(0, 16)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="soft-line-below panel-section">
      <div className="panel-section-head">
        <h3>{title}</h3>
      </div>
      {children}
    </section>
  );
}

/** That the entry could not be read. */
export const NoRecord = ({ detail }: { detail: string }) => <Banner tone="need">{detail}</Banner>;
