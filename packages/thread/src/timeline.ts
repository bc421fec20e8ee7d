import { readSenderId } from '@countersign/hai/sender';
import type { Thread, ThreadItem } from './thread.ts';

/** An activity of a sender. Times are epoch ms; `end` null = not finished. */
export interface Span {
  id: string;
  kind: 'step' | 'tool' | 'output' | 'handover' | 'person' | 'followup';
  label: string;
  start: number;
  end: number | null;
  status: 'running' | 'done' | 'failed';
  /** Its place in the stream. */
  sequence: number;
  itemKey: string | null;
  promptId: string | null;
}

/** What one agent did, in order of start. */
export interface Lane {
  agentId: string;
  spans: readonly Span[];
}

export interface Timeline {
  lanes: readonly Lane[];
  /** Epoch ms; null before anything happened. */
  start: number | null;
  end: number | null;
  /** A run or an activity has not ended: the timeline extends to now. */
  going: boolean;
}

/**
 * Lanes per agent: steps, tool calls, output, hand-overs, and waits for a person (in the lane of the agent that waits; `person`
 * when it is blocked, `followup` when it need not wait).
 */
export function timelineOf(thread: Thread): Timeline {
  const lanes = new Map<string, Span[]>(thread.agents.map((agentId) => [agentId, []]));
  const put = (agentId: string, span: Span) => {
    const lane = lanes.get(agentId);
    if (lane === undefined) lanes.set(agentId, [span]);
    else lane.push(span);
  };
  let start: number | null = null;
  let end: number | null = null;
  const reach = (from: number, to: number | null) => {
    if (start === null || from < start) start = from;
    const until = to ?? from;
    if (end === null || until > end) end = until;
  };
  for (const item of thread.items) {
    reach(item.startedAt, item.endedAt);
    const span = spanOf(item);
    if (span !== null) put(item.agentId, span);
  }
  for (const prompt of Object.values(thread.prompts)) {
    const answeredAt = prompt.decision?.recordedAt ?? null;
    const closedAt =
      prompt.state === 'open' ? null : (answeredAt ?? prompt.closedAt ?? prompt.openedAt);
    reach(prompt.openedAt, closedAt);
    put(prompt.speaker, {
      id: `person:${prompt.id}`,
      kind: prompt.blocking ? 'person' : 'followup',
      label: prompt.ask,
      start: prompt.openedAt,
      end: closedAt,
      status: prompt.state === 'open' ? 'running' : 'done',
      sequence: prompt.sequence,
      itemKey: null,
      promptId: prompt.id,
    });
  }
  const { startedAt, endedAt } = thread.run;
  const spans = [...lanes.values()].flat();
  return {
    going: (startedAt !== null && endedAt === null) || spans.some((span) => span.end === null),
    lanes: [...lanes].map(([agentId, spans]) => ({
      agentId,
      spans: spans.sort(
        (left, right) => left.start - right.start || left.sequence - right.sequence,
      ),
    })),
    start,
    end,
  };
}

function spanOf(item: ThreadItem): Span | null {
  const base = {
    id: item.key,
    start: item.startedAt,
    end: item.endedAt,
    sequence: item.sequence,
    itemKey: item.key,
    promptId: null,
  };
  switch (item.kind) {
    case 'step':
      return {
        ...base,
        kind: 'step',
        label: item.stepName,
        status: item.status === 'running' ? 'running' : 'done',
      };
    case 'tool-call':
      return {
        ...base,
        kind: 'tool',
        label: item.name,
        status: item.status === 'failed' ? 'failed' : item.endedAt === null ? 'running' : 'done',
      };
    case 'exchange':
      return {
        ...base,
        kind: 'handover',
        label: item.tasks[0]?.name ?? readSenderId(item.to).relayedFor ?? item.to,
        status: item.open ? 'running' : 'done',
      };
    case 'message':
      return item.role === 'user'
        ? null
        : { ...base, kind: 'output', label: item.role, status: item.open ? 'running' : 'done' };
    default:
      return null;
  }
}

/** How the time of a task was spent, ms. Each moment is counted once, for the first of these that was active. */
export interface TimeSpent {
  people: number;
  tools: number;
  model: number;
  /** Only an open non-blocking question: the agent may have waited for its answer or default. */
  followups: number;
  /** No activity: agents worked, or waited for each other, without events. */
  agents: number;
  total: number;
}

const claims = ['person', 'tool', 'output', 'followup'] as const;

/**
 * Adds up the lanes: a moment in which any agent waits for a person is the person's, else a tool's, else the model's, else
 * a follow-up's, else the agents' own. `now` ends unfinished activities.
 */
export function timeSpent(timeline: Timeline, now: number): TimeSpent {
  const { start } = timeline;
  const spans = timeline.lanes.flatMap((lane) => lane.spans);
  const end = timeline.going ? now : (timeline.end ?? now);
  const sums = { person: 0, tool: 0, output: 0, followup: 0, none: 0 };
  if (start === null) {
    return { people: 0, tools: 0, model: 0, followups: 0, agents: 0, total: 0 };
  }
  const edges = spans
    .filter((span) => span.kind !== 'step' && span.kind !== 'handover')
    .flatMap((span) => [
      { at: span.start, kind: span.kind, by: 1 },
      { at: Math.max(span.start, span.end ?? end), kind: span.kind, by: -1 },
    ])
    .sort((left, right) => left.at - right.at);
  const open: Record<string, number> = {};
  let at = start;
  const spend = (until: number) => {
    const owner = claims.find((kind) => (open[kind] ?? 0) > 0) ?? 'none';
    sums[owner] += Math.max(0, until - at);
    at = Math.max(at, until);
  };
  for (const edge of edges) {
    spend(Math.min(edge.at, end));
    open[edge.kind] = (open[edge.kind] ?? 0) + edge.by;
  }
  spend(end);
  return {
    people: sums.person,
    tools: sums.tool,
    model: sums.output,
    followups: sums.followup,
    agents: sums.none,
    total: Math.max(0, end - start),
  };
}
