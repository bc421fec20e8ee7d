import type { AuditEntry } from '@countersign/api/records/audit';
import { CircleCheck, CircleDashed, Clock, OctagonX, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { auditText as text } from '../../text/audit.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { PersonAvatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatSpan } from '../../ui/format-time.ts';
import { Time } from '../../ui/time.tsx';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  open: number | null;
  agentName: (id: string) => string;
  /** Draws the link that opens an entry. */
  link: (entry: AuditEntry, words: ReactNode) => ReactNode;
}

/** Who, what, having seen what, delivered how with what outcome: one row for each entry. */
export function AuditTable({ entries, open, agentName, link }: AuditTableProps) {
  return (
    <table className="data-table fixed-table audit-table">
      <thead>
        <tr>
          <th scope="col">{text.time}</th>
          <th scope="col">{text.who}</th>
          <th scope="col">{text.what}</th>
          <th scope="col">{text.seen}</th>
          <th scope="col">{text.delivery}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr aria-current={entry.number === open ? 'true' : undefined} key={entry.number}>
            <td className="tabular">
              <Time as="exact" at={entry.at} />
            </td>
            <td>
              <WhoActed entry={entry} />
            </td>
            <td>{link(entry, <What agentName={agentName} entry={entry} />)}</td>
            <td>
              <Seen entry={entry} />
            </td>
            <td>
              <Delivered entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WhoActed({ entry: { who } }: { entry: AuditEntry }) {
  const name = who.kind === 'person' ? visibleText(who.name) : text.whoKinds[who.kind];
  return (
    <span className="row-tight">
      {who.kind === 'person' ? <PersonAvatar name={name} /> : null}
      <span className="truncate" dir="auto">
        {who.kind === 'rule' || who.kind === 'program'
          ? commonText.pair(name, visibleText(who.name))
          : name}
      </span>
    </span>
  );
}

/** What it is about, and under it what was done, by which connection. */
function What({ entry, agentName }: Pick<AuditTableProps, 'agentName'> & { entry: AuditEntry }) {
  const { about, action, agentId, tool } = entry;
  const did = text.action(action);
  const more = [agentId === null ? '' : agentName(agentId), tool ?? ''].filter(Boolean);
  return (
    <>
      <span className="strong truncate audit-line" dir="auto" lang="">
        {about === '' ? did : visibleText(about)}
      </span>
      <span className="muted small truncate audit-line">
        {commonText.inRow([...(about === '' ? [] : [did]), ...more.map((one) => visibleText(one))])}
      </span>
    </>
  );
}

export function Seen({ entry: { seen, delivery, who } }: { entry: AuditEntry }) {
  if (delivery === null) return null;
  if (who.kind !== 'person') return <span className="muted">{text.unattended}</span>;
  if (seen === null) return <span className="audit-unseen">{text.notSeen}</span>;
  return (
    <>
      <span className="audit-line">{text.seenFor(formatSpan(seen.visibleMs))}</span>
      <span className="muted small audit-line">{text.revision(seen.revision)}</span>
    </>
  );
}

const marks = {
  recorded: { tone: 'idle', icon: Clock },
  delivered: { tone: 'offer', icon: CircleDashed },
  acknowledged: { tone: 'done', icon: CircleCheck },
  undeliverable: { tone: 'fail', icon: OctagonX },
  refused: { tone: 'fail', icon: OctagonX },
  recalled: { tone: 'idle', icon: Undo2 },
} as const;

export function Delivered({ entry: { delivery } }: { entry: AuditEntry }) {
  if (delivery === null) return null;
  const { state, outcome } = delivery;
  if (outcome?.status === 'failed') {
    return (
      <Badge icon={OctagonX} title={outcome.note ?? text.itFailed} tone="fail">
        {text.outcomes.failed}
      </Badge>
    );
  }
  const { tone, icon } = outcome?.status === 'done' ? marks.acknowledged : marks[state];
  return (
    <Badge icon={outcome?.status === 'reversed' ? Undo2 : icon} tone={tone}>
      {outcome === null ? text.states[state] : text.outcomes[outcome.status]}
    </Badge>
  );
}
