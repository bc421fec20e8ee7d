import type { AnomalyFact } from '@countersign/api/fact';
import { refusedName } from '@countersign/hai/sender';
import type { Fault } from '@countersign/json/fault';
import type { Cause } from '../cause.ts';
import { senderInFact } from '../connection-of.ts';
import { stated } from '../stated.ts';
import { lookup } from '../thread-index.ts';
import type { Draft, ItemOf } from './draft.ts';

type Anomaly = Pick<ItemOf<'anomaly'>, 'anomaly' | 'detail' | 'statement' | 'raw' | 'issues'>;

/** An anomaly the fold finds itself: an exported stream without the server's facts shows it all the same. */
export function addDerivedAnomaly(draft: Draft, cause: Cause, anomaly: Anomaly): void {
  draft.append(cause, { kind: 'anomaly', ...anomaly, derived: true });
  draft.thread.anomalyCount += 1;
}

/** An agent used a reserved name: reported once per name. */
export function foldRefusedName(draft: Draft, cause: Cause, name: string): void {
  const { text: detail, statement } = refusedName(name);
  const agentId = cause.envelope.agentId;
  if (draft.find(lookup.refusedName(agentId, detail)) !== undefined) return;
  addDerivedAnomaly(
    draft,
    { ...cause, speaker: agentId },
    {
      anomaly: 'name-refused',
      detail,
      statement,
    },
  );
}

const issueOf = ({
  path,
  message,
  statement,
}: NonNullable<AnomalyFact['issues']>[number]): Fault => ({
  path,
  message,
  ...stated(statement),
});

/** An anomaly reported by the server. It replaces the same anomaly found by the fold. */
export function foldAnomalyFact(draft: Draft, cause: Cause, fact: AnomalyFact): void {
  const anomaly: Anomaly = {
    anomaly: fact.kind,
    detail: fact.detail,
    ...stated(fact.statement),
    ...(fact.raw === undefined ? {} : { raw: fact.raw }),
    ...(fact.issues === undefined ? {} : { issues: fact.issues.map(issueOf) }),
  };
  const position = draft.find(lookup.derivedAnomaly());
  const derived = draft.item(position, 'anomaly');
  if (position !== undefined && derived?.derived === true && derived.anomaly === fact.kind) {
    const item = draft.edit(position, 'anomaly');
    if (item === undefined) return;
    Object.assign(item, anomaly);
    delete item.derived;
    item.lastSequence = cause.envelope.sequence;
    draft.index.newest.delete(lookup.derivedAnomaly());
    return;
  }
  draft.append(cause, {
    agentId: senderInFact(draft, fact.agentId, cause.envelope.runId),
    kind: 'anomaly',
    ...anomaly,
  });
  // Repaired data is reported and does not count as a fault of the task.
  if (fact.kind !== 'event-repaired') draft.thread.anomalyCount += 1;
}
