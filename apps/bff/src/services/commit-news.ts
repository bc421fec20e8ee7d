import { decide } from '@countersign/part-desk/decisions/decide-operation';
import { settleDelivery } from '@countersign/part-desk/delivery/lease';
import { ingest } from '@countersign/part-desk/runs/intake/ingest-operation';
import { breakRun, contact } from '@countersign/part-desk/runs/run-operations';
import { settleCall } from '@countersign/part-desk/webhooks/call-operations';
import type { Operation } from '@countersign/server/journal/operation';
import type { Figures } from '@countersign/server/telemetry/figures';
import type { CommittedOperation } from '@countersign/server/telemetry/measured-journal';
import type { ReportCommit } from '@countersign/server/telemetry/telemetry';

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
