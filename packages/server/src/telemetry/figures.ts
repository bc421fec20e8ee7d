import type { Metrics } from './metrics.ts';

/** How an operation of the store ended. */
export type CommitResult = 'committed' | 'refused' | 'unavailable' | 'damaged';

/** What the server counts while it works. */
export interface Figures {
  committed(operation: string, result: CommitResult, seconds: number): void;
  read(seconds: number): void;
  /** Operations written in one transaction. */
  group(operations: number): void;
  /** Events of an agent were stored, so long after they were read. */
  ingested(agentId: string, events: number, seconds: number): void;
  anomaly(code: string): void;
  /** One attempt to deliver an answer or a message. */
  delivery(outcome: string, reason: string): void;
  webhookCall(outcome: string, reason: string): void;
  request(route: string, status: number, seconds: number): void;
  /** Spans that were not sent, as the collector was too slow or away. */
  spansDropped(count: number): void;
}

const storeBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const lagBuckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 30];
const groupBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Counts nothing. */
export const noFigures: Figures = {
  committed() {},
  read() {},
  group() {},
  ingested() {},
  anomaly() {},
  delivery() {},
  webhookCall() {},
  request() {},
  spansDropped() {},
};

export function createFigures(metrics: Metrics): Figures {
  const commits = metrics.histogram({
    name: 'countersign_store_commit_seconds',
    help: 'From the request of an operation to its confirmation on disk, by operation and result.',
    labels: ['operation', 'result'],
    buckets: storeBuckets,
  });
  const reads = metrics.histogram({
    name: 'countersign_store_read_seconds',
    help: 'One read of what is committed.',
    buckets: storeBuckets,
  });
  const groups = metrics.histogram({
    name: 'countersign_store_group_operations',
    help: 'Operations written in one transaction.',
    buckets: groupBuckets,
  });
  const events = metrics.counter({
    name: 'countersign_agent_events_total',
    help: 'Events stored, by agent.',
    labels: ['agent'],
  });
  const lag = metrics.histogram({
    name: 'countersign_agent_lag_seconds',
    help: 'From reading events of an agent to their confirmation on disk.',
    labels: ['agent'],
    buckets: lagBuckets,
  });
  const anomalies = metrics.counter({
    name: 'countersign_anomalies_total',
    help: 'What peers sent against their protocol, by code.',
    labels: ['code'],
  });
  const deliveries = metrics.counter({
    name: 'countersign_deliveries_total',
    help: 'Attempts to deliver to agents, by outcome and reason.',
    labels: ['outcome', 'reason'],
  });
  const calls = metrics.counter({
    name: 'countersign_webhook_calls_total',
    help: 'Calls of webhooks, by outcome and reason.',
    labels: ['outcome', 'reason'],
  });
  const requests = metrics.histogram({
    name: 'countersign_request_seconds',
    help: 'HTTP requests except streams, by route and status.',
    labels: ['route', 'status'],
    buckets: requestBuckets,
  });
  const dropped = metrics.counter({
    name: 'countersign_spans_dropped_total',
    help: 'Spans that were not sent to the collector.',
  });
  return {
    committed: (operation, result, seconds) => commits.observe(seconds, operation, result),
    read: (seconds) => reads.observe(seconds),
    group: (operations) => groups.observe(operations),
    ingested(agentId, count, seconds) {
      events.add(count, agentId);
      lag.observe(seconds, agentId);
    },
    anomaly: (code) => anomalies.add(1, code),
    delivery: (outcome, reason) => deliveries.add(1, outcome, reason),
    webhookCall: (outcome, reason) => calls.add(1, outcome, reason),
    request: (route, status, seconds) => requests.observe(seconds, route, `${status}`),
    spansDropped: (count) => dropped.add(count),
  };
}
