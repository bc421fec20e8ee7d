import type { Altered } from '@countersign/adapters/keep-exact';
import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import { unreadAsk } from '@countersign/adapters/unread-ask';
import type { AnomalyFact } from '@countersign/api/fact';
import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { Issue } from '@countersign/hai/decoded';
import type { HaiEvent } from '@countersign/hai/event';
import { messageIdsOf, toolCallIdsOf } from '@countersign/hai/known-items';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { refusedNameIn, refusedNameWords, senderOf } from '@countersign/hai/sender';
import { createVerifier } from '@countersign/hai/verifier';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { parseUpMessage } from '@countersign/upformat/parse';
import type { HeardAsk } from '../decisions/heard-ask.ts';
import type { IngestEvent, IngestItem } from './ingest-item.ts';
import { seal, sealAsk, withAltered } from './seal-question.ts';
import { understand, upMessageOf, withoutServersMark } from './understand.ts';

/** A frame above this size (characters) is not an event any more. */
export const maxFrameChars = 1_000_000;
const maxRawChars = 4_000;
/** An agent that makes up names without end is not told of for each of them. */
const maxRefusedNames = 100;

export interface Intake {
  /** Takes text off the wire, split anywhere, and returns what it completed. */
  feed(text: string): IngestItem[];
  /** What is still to be said when the run is over. */
  end(): IngestItem[];
  /** A new connection starts: half a frame of the old one is worth nothing. */
  reconnected(): void;
  /** Feeds events journalled before a restart, so that order is judged with what came before. */
  remember(event: HaiEvent): void;
  /** SSE id of the last complete frame. */
  lastEventId(): string | null;
  /** The protocol that its events have shown so far. */
  spoke(): string | null;
  /** The agent has declared its own run over. */
  ended(): boolean;
  /** Questions that wait for the end of the run to be asked: for when that end will never come. */
  left(): HeardAsk[];
}

export interface IntakeOptions {
  agentId: string;
  threadId: string;
  runId: string;
  lastEventId: string | null;
  /** What the agent was told of earlier runs: it may go on with their calls and messages. */
  told: Pick<RunAgentInput, 'messages' | 'resume' | 'forwardedProps'>;
  /** Front-end tools that the agent declares. */
  tools?: readonly DeclaredTool[];
  /** What the agent speaks. */
  protocol: Pick<AgentProtocol, 'read'>;
  /** The protocol that alone has such frames. */
  detect: (frame: string) => string | null;
  /** Epoch ms. */
  now: () => number;
}

/** From an agent's text to understood items: parsed once, here; whatever fails becomes an anomaly, never silence. */
export function createIntake(options: IntakeOptions): Intake {
  const { told } = options;
  const reading = options.protocol.read(options);
  const { decoder, asks } = reading;
  const messageIds = new Set(messageIdsOf(told.messages));
  const toolCallIds = new Set(toolCallIdsOf(told.messages));
  const resumes = isResumed(told);
  const verifier = createVerifier({
    message: (id) => messageIds.has(id),
    // The call that was asked about need not have been announced: Mastra names it in the question alone.
    toolCall: (id) => resumes || toolCallIds.has(id),
  });
  let items: IngestItem[] = [];
  /** Of this batch: the event that holds a question, which takes it over from an earlier one. */
  const askedBy = new Map<string, IngestEvent>();
  const refusedNames = new Set<string>();
  let lastEventId = options.lastEventId;
  let replaying = lastEventId !== null;
  let ended = false;
  let spoke: string | null = null;
  /** Of the frame that is read. */
  let altered: readonly Altered[] = [];

  const anomaly = (kind: AnomalyFact['kind'], detail: string, more: Partial<AnomalyFact> = {}) => {
    items.push({ kind: 'anomaly', fact: { kind, agentId: options.agentId, detail, ...more } });
  };

  /** Whether the frame is new; says so when numbers were skipped or came twice. */
  const isNew = (id: string | undefined): boolean => {
    if (id === undefined || id === '') return true;
    const number = numberOf(id);
    const previous = numberOf(lastEventId ?? '0');
    if (number !== null && previous !== null) {
      if (number <= previous) {
        if (!replaying) anomaly('illegal-order', `Event ${id} came twice; it was dropped.`);
        return false;
      }
      if (number > previous + 1) {
        anomaly('illegal-order', `Events ${previous + 1} to ${number - 1} never came.`);
      }
    }
    replaying = false;
    lastEventId = id;
    return true;
  };

  const framing = reading.framing({
    maxFrameChars,
    onFrame(frame) {
      const first = items.length;
      if (!isNew(frame.id)) return;
      try {
        const exact = reading.exact(frame);
        altered = exact.altered;
        spoke ??= options.detect(exact.text);
        takeFrame(exact.text);
        tellAltered();
      } catch (error) {
        // Whatever one frame does to us (a depth that overflows the stack), the next may be sound.
        const reason = error instanceof Error ? error.message : String(error);
        anomaly('frame-rejected', `The frame could not be taken: ${reason}`, {
          raw: cut(frame.data),
          bytes: frame.data.length,
        });
      }
      const last = items.at(-1);
      if (last !== undefined && items.length > first && frame.id) last.completes = frame.id;
    },
    onOversize(chars) {
      const detail = `An event of ${chars} characters was dropped; the limit is ${maxFrameChars}.`;
      anomaly('event-too-large', detail, { bytes: chars });
    },
  });

  /** What of the frame is not as it was sent: once for the frame, and beside each question in it. */
  const tellAltered = () => {
    const [first] = altered;
    if (first === undefined) return;
    const issues = altered.map(({ path, problem, value }) => ({
      path: pointerOf(path),
      message: `${problem} It was sent as ${value}`.slice(0, 300),
    }));
    anomaly('event-altered', first.problem, { issues });
  };

  const takeFrame = (data: string) => {
    const decoded = decoder.decode(data);
    const [first] = decoded.issues;
    if (first !== undefined) {
      anomaly(
        decoded.refused > 0 ? 'frame-rejected' : 'event-repaired',
        `${first.path} ${first.message}`.trim(),
        { issues: decoded.issues.slice(0, 20), raw: cut(data), bytes: data.length },
      );
    }
    for (const event of decoded.events) take(event);
  };

  /** Each name once: it says no more by being said again. */
  const refuseName = (name: string, event: HaiEvent) => {
    if (refusedNames.has(name) || refusedNames.size >= maxRefusedNames) return;
    refusedNames.add(name);
    anomaly('name-refused', refusedNameWords(name), { raw: cut(JSON.stringify(event)) });
  };

  const take = (told: HaiEvent) => {
    const event = withoutServersMark(told);
    if (event !== told) refuseName('countersign', told);
    const sender = senderOf(event.metadata, options);
    const refused = refusedNameIn(event, sender);
    if (refused !== null) refuseName(refused, event);
    for (const violation of verifier.check(event)) {
      anomaly('illegal-order', `${violation.rule}: ${violation.detail}`);
    }
    const item = understand(event, sender);
    if (item.lifecycle === 'finished' || item.lifecycle === 'failed') ended = true;
    items.push(item);
    takeAsks(event, item);
    const candidate = upMessageOf(event);
    if (candidate === undefined) return;
    const timestamp = new Date(options.now()).toISOString();
    const parsed = parseUpMessage(candidate, { threadId: options.threadId, timestamp });
    const sealed = parsed.ok
      ? seal(withAltered(parsed.message, altered))
      : { problems: parsed.problems };
    if ('digest' in sealed) item.up = sealed;
    else {
      anomaly('message-quarantined', 'An UpFormat message was not valid and asks nothing.', {
        issues: sealed.problems.slice(0, 20),
        raw: cut(JSON.stringify(candidate)),
      });
      takeUnread(candidate, item, sealed.problems);
    }
  };

  /** A question is not lost for a fault of its frame: people see it as it came. */
  const takeUnread = (candidate: unknown, item: IngestEvent, problems: readonly Issue[]) => {
    const { threadId, runId } = options;
    const timestamp = new Date(options.now()).toISOString();
    const place = { threadId, runId, agentId: item.relayedFor ?? options.agentId, timestamp };
    const ask = unreadAsk(candidate, { text: JSON.stringify(candidate), problems }, place);
    const sealed = ask === null ? null : seal(ask.message);
    if (ask === null || sealed === null || !('digest' in sealed)) return;
    item.asks.push({ ...sealed, origin: ask.origin, source: ask.source });
  };

  const hear = (event: HaiEvent, item: IngestEvent) =>
    asks.read(event, {
      agentId: item.relayedFor ?? options.agentId,
      timestamp: new Date(options.now()).toISOString(),
      relayed: item.sourceRun !== null || item.relayedFor !== null,
    });

  /** Questions in other words than UpFormat's. One that grew within this batch is asked once, as it is in the end. */
  const takeAsks = (event: HaiEvent, item: IngestEvent) => {
    const found = hear(event, item);
    if (found.nameless > 0) {
      const detail = `${found.nameless} of the interrupts had no id of their own and cannot be answered.`;
      anomaly('message-quarantined', detail, { raw: cut(item.json) });
    }
    for (const ask of found.asks) {
      const sealed = sealAsk(ask, altered);
      if ('problems' in sealed) {
        anomaly('message-quarantined', 'A question could not be understood and asks nothing.', {
          issues: sealed.problems.slice(0, 20),
          raw: cut(item.json),
        });
        continue;
      }
      const { messageId } = sealed.message;
      const before = askedBy.get(messageId);
      if (before !== undefined) {
        before.asks = before.asks.filter((other) => other.message.messageId !== messageId);
      }
      askedBy.set(messageId, item);
      item.asks.push(sealed);
    }
  };

  const drain = () => {
    const batch = items;
    items = [];
    askedBy.clear();
    return batch;
  };
  return {
    feed(text) {
      framing.feed(text);
      return drain();
    },
    end() {
      for (const violation of verifier.end()) {
        anomaly('illegal-order', `${violation.rule}: ${violation.detail}`);
      }
      return drain();
    },
    reconnected() {
      framing.reset();
      replaying = true;
    },
    remember(event) {
      verifier.check(event);
      decoder.decodeValue(event);
      hear(event, understand(event, senderOf(event.metadata, options)));
    },
    lastEventId: () => lastEventId,
    spoke: () => spoke,
    ended: () => ended,
    left() {
      const timestamp = new Date(options.now()).toISOString();
      return asks.left({ agentId: options.agentId, timestamp, relayed: false }).flatMap((ask) => {
        const sealed = sealAsk(ask, []);
        return 'problems' in sealed ? [] : [sealed];
      });
    },
  };
}

/** The run answers what an earlier one had asked, in either way there is. */
function isResumed({ resume, forwardedProps }: IntakeOptions['told']): boolean {
  const command = forwardedProps?.['command'];
  return (resume?.length ?? 0) > 0 || (isObject(command) && 'resume' in command);
}

const cut = (text: string) => text.slice(0, maxRawChars);
const numberOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : null);
