import type { AgentFact } from '@countersign/api/fact';
import type { AgentReport } from '@countersign/api/task';
import type { Cause } from '../cause.ts';
import { beginRun, isNewRun, setRunStatus } from '../run-status.ts';
import { stated } from '../stated.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';

/** The server's report on its connection to an agent. */
export function foldAgentFact(draft: Draft, cause: Cause, fact: AgentFact): void {
  placeItem(draft, cause, fact);
  const seen = draft.find(lookup.run(fact.agentId, fact.runId)) !== undefined;
  if (!seen && fact.change !== 'closed' && isNewRun(draft, fact.runId)) {
    beginRun(draft, cause, fact.runId);
  }
  const { run } = draft.thread;
  if (fact.runId !== run.runId) return;
  if (fact.said !== undefined) {
    foldSaid(draft, cause, fact.said);
    return;
  }
  if (fact.change === 'held' || fact.change === 'lost') setRunStatus(draft, cause, fact.change);
  else if (fact.change === 'released' && run.status === 'held') {
    setRunStatus(draft, cause, 'running');
  } else if (fact.change === 'connected' && run.status === 'lost') {
    setRunStatus(draft, cause, 'running');
  } else if (fact.change === 'closed' && run.status === 'stopping') {
    setRunStatus(draft, cause, 'cut-off');
  }
}

/** For a run without a connection, the agent's response to a state query is final. */
function foldSaid(draft: Draft, cause: Cause, said: AgentReport): void {
  draft.thread.run = { ...draft.thread.run, said };
  const { status } = draft.thread.run;
  if (status !== 'cut-off' && status !== 'lost') return;
  if (said.status === 'stopped' || said.status === 'finished') {
    setRunStatus(draft, cause, said.status);
  }
}

/** Consecutive attempts are one item with a counter. */
function placeItem(draft: Draft, cause: Cause, fact: AgentFact): void {
  const position = draft.find(lookup.connection(fact.agentId));
  const known = draft.item(position, 'connection');
  const again = fact.change === 'reconnecting' && known?.change === 'reconnecting';
  if (position !== undefined && again && known.runId === fact.runId) {
    const item = draft.edit(position, 'connection');
    if (item === undefined) return;
    item.detail = fact.detail;
    delete item.statement;
    Object.assign(item, stated(fact.statement));
    item.lastSequence = cause.envelope.sequence;
    return;
  }
  draft.append(cause, {
    agentId: fact.agentId,
    runId: fact.runId,
    kind: 'connection',
    change: fact.change,
    detail: fact.detail,
    ...stated(fact.statement),
    ...(fact.said === undefined ? {} : { said: fact.said }),
  });
}
