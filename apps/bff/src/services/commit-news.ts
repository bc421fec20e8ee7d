import { type DecideInput, decide } from '../decisions/decide-operation.ts';
import { type SettleDeliveryInput, settleDelivery } from '../delivery/lease.ts';
import { type IngestInput, ingest } from '../runs/ingest-operation.ts';
import {
  type BreakRunInput,
  breakRun,
  type ContactInput,
  contact,
} from '../runs/run-operations.ts';
import type { Figures } from '../telemetry/figures.ts';
import type { ReportCommit } from '../telemetry/telemetry.ts';
import type { SettleCallInput } from '../webhooks/call-operations.ts';
import { settleCall } from '../webhooks/call-operations.ts';

/** What a committed operation means for the figures and the log, by its name. */
export function createCommitNews(figures: Figures, tell: ReportCommit) {
  const news = new Map<string, (input: never, seconds: number) => void>();
  const on = <Input>(
    { name }: { name: string; run: (transaction: never, input: Input) => unknown },
    take: (input: Input, seconds: number) => void,
  ) => news.set(name, take);

  on<IngestInput>(ingest, ({ agentId, items }, seconds) => {
    figures.ingested(agentId, items.filter(({ kind }) => kind === 'event').length, seconds);
  });
  on<ContactInput>(contact, ({ fact }) => {
    const { threadId: taskId, runId, agentId, change, detail } = fact;
    const isTrouble = change === 'lost' || change === 'reconnecting';
    const about = { taskId, ...(runId === null ? {} : { runId }), agentId, change, detail };
    tell(isTrouble ? 'warn' : 'info', 'The connection to an agent has changed.', about);
  });
  on<BreakRunInput>(breakRun, ({ runId, how, code, message }) => {
    tell('warn', 'A run was ended by the server.', { runId, how, code, detail: message });
  });
  on<DecideInput>(decide, ({ promptId, decisionId: deliveryId, by }) => {
    tell('info', 'An answer was given.', { promptId, deliveryId, by: by.id });
  });
  on<SettleDeliveryInput>(settleDelivery, ({ id, outcome }) => {
    const reason = 'code' in outcome ? (outcome.code ?? 'none') : 'none';
    figures.delivery(outcome.kind, reason);
    if (!('reason' in outcome)) return;
    const about = { deliveryId: id, outcome: outcome.kind, code: reason, detail: outcome.reason };
    tell('warn', 'A delivery has failed.', about);
  });
  on<SettleCallInput>(settleCall, ({ id, ok, status, detail, retryAt }) => {
    const outcome = ok ? 'delivered' : retryAt === null ? 'given-up' : 'retry';
    figures.webhookCall(outcome, status === null ? 'unreachable' : `http-${status}`);
    if (!ok) tell('warn', 'A call of a webhook has failed.', { callId: id, outcome, detail });
  });

  return (operation: string, input: unknown, seconds: number) =>
    news.get(operation)?.(input as never, seconds);
}
