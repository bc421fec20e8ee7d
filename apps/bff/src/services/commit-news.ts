import { decide } from '../decisions/decide-operation.ts';
import { settleDelivery } from '../delivery/lease.ts';
import type { Operation } from '../journal/operation.ts';
import { ingest } from '../runs/ingest-operation.ts';
import { breakRun, contact } from '../runs/run-operations.ts';
import type { Figures } from '../telemetry/figures.ts';
import type { CommittedOperation } from '../telemetry/measured-journal.ts';
import type { ReportCommit } from '../telemetry/telemetry.ts';
import { settleCall } from '../webhooks/call-operations.ts';

/** What a committed operation means for the figures and the log, by its name. */
export function createCommitNews(figures: Figures, notify: ReportCommit) {
  const news = new Map<string, (done: CommittedOperation<never, never>) => void>();
  const on = <Input, Outcome>(
    { name }: Operation<Input, Outcome>,
    take: (done: CommittedOperation<Input, Outcome>) => void,
  ) => news.set(name, take);

  on(ingest, ({ input: { agentId, items }, seconds }) => {
    figures.ingested(agentId, items.filter(({ kind }) => kind === 'event').length, seconds);
  });
  on(contact, ({ input: { fact } }) => {
    const { threadId: taskId, runId, agentId, change, detail } = fact;
    const isTrouble = change === 'lost' || change === 'reconnecting';
    const about = { taskId, ...(runId === null ? {} : { runId }), agentId, change, detail };
    notify(isTrouble ? 'warn' : 'info', 'The connection to an agent has changed.', about);
  });
  on(breakRun, ({ input: { runId, how, code, said } }) => {
    notify('warn', 'A run was ended by the server.', { runId, how, code, detail: said.text });
  });
  on(decide, ({ input: { promptId, decisionId: deliveryId, by }, outcome }) => {
    // Otherwise it was refused, or it is the repetition of a request that was executed before.
    if (outcome.kind !== 'recorded' || outcome.decision.id !== deliveryId) return;
    notify('info', 'An answer was given.', { promptId, deliveryId, by: by.id });
  });
  on(settleDelivery, ({ input: { id, outcome } }) => {
    const reason = 'code' in outcome ? (outcome.code ?? 'none') : 'none';
    figures.delivery(outcome.kind, reason);
    if (!('reason' in outcome)) return;
    const detail = outcome.reason.text;
    const about = { deliveryId: id, outcome: outcome.kind, code: reason, detail };
    notify('warn', 'A delivery has failed.', about);
  });
  on(settleCall, ({ input: { id, ok, status, said, retryAt } }) => {
    const outcome = ok ? 'delivered' : retryAt === null ? 'given-up' : 'retry';
    figures.webhookCall(outcome, status === null ? 'unreachable' : `http-${status}`);
    const detail = said?.text ?? null;
    if (!ok) notify('warn', 'A call of a webhook has failed.', { callId: id, outcome, detail });
  });

  return (operation: string, done: CommittedOperation) =>
    news.get(operation)?.(done as CommittedOperation<never, never>);
}
