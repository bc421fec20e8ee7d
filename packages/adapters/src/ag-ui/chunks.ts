import type { JsonEvent } from '@countersign/hai/json-text';
import type { JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';

interface ChunkKind {
  start: string;
  content: string;
  end: string;
  id: 'messageId' | 'toolCallId';
  /** What a start must have and a chunk may lack. */
  defaults: JsonObject;
}

const kinds = new Map<string, ChunkKind>(
  Object.entries({
    TEXT_MESSAGE_CHUNK: {
      start: 'TEXT_MESSAGE_START',
      content: 'TEXT_MESSAGE_CONTENT',
      end: 'TEXT_MESSAGE_END',
      id: 'messageId',
      defaults: {},
    },
    TOOL_CALL_CHUNK: {
      start: 'TOOL_CALL_START',
      content: 'TOOL_CALL_ARGS',
      end: 'TOOL_CALL_END',
      id: 'toolCallId',
      defaults: { toolCallName: 'unknown' },
    },
    REASONING_MESSAGE_CHUNK: {
      start: 'REASONING_MESSAGE_START',
      content: 'REASONING_MESSAGE_CONTENT',
      end: 'REASONING_MESSAGE_END',
      id: 'messageId',
      defaults: { role: 'reasoning' },
    },
  }),
);

const runEdges = new Set(['RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR']);

/** Events that start or belong to another message. State, steps, activities and custom events may come between chunks. */
const isOtherMessage = (type: string): boolean =>
  /^(TEXT_MESSAGE|BUSINESS_DATA|TOOL_CALL|REASONING|THINKING|MESSAGES_SNAPSHOT|SUBAGENT_(FINISHED|ERROR))/.test(
    type,
  );

/** Chunk streams open at once, one per speaker; beyond it the oldest is closed. */
const maxSpeakers = 64;

/**
 * Turns AG-UI chunk events into start, content and end. A chunk stream closes when another message of the same speaker starts,
 * or the run ends. A stream without an id gets `idPrefix` and a number.
 */
export function createChunkExpander(idPrefix: string): (event: JsonEvent) => JsonEvent[] {
  const open = new Map<string, { kind: ChunkKind; id: string; subagent: JsonObject }>();
  let count = 0;

  const close = (speaker: string): JsonEvent[] => {
    const stream = open.get(speaker);
    if (stream === undefined) return [];
    open.delete(speaker);
    return [{ type: stream.kind.end, [stream.kind.id]: stream.id, ...stream.subagent }];
  };
  const closeAll = () => [...open.keys()].flatMap(close);

  const closeOldest = (): JsonEvent[] => {
    const oldest = open.keys().next();
    return open.size < maxSpeakers || oldest.done ? [] : close(oldest.value);
  };

  /** The stream a chunk without message id and subagent continues if the main agent has none: the only open one of its kind. */
  const continues = (event: JsonObject, kind: ChunkKind): string | null => {
    const isNamed = event['subagentRunId'] !== undefined || event[kind.id] !== undefined;
    if (isNamed || open.get('')?.kind === kind) return null;
    const [only, ...others] = [...open].filter(([, stream]) => stream.kind === kind);
    return only === undefined || others.length > 0 ? null : only[0];
  };

  const expandChunk = (event: JsonObject, kind: ChunkKind, speaker: string): JsonEvent[] => {
    const { delta, ...rest } = event;
    const given = event[kind.id];
    const stream = open.get(speaker);
    const isMissing = given === undefined || given === null || given === '';
    if (stream !== undefined && stream.kind === kind && (isMissing || given === stream.id)) {
      return [{ ...event, type: kind.content, [kind.id]: stream.id, delta: delta ?? '' }];
    }
    const id = isMissing ? `${idPrefix}chunk-${++count}` : textOf(given);
    const subagent = speaker === '' ? {} : { subagentRunId: speaker };
    const closed = [...close(speaker), ...closeOldest()];
    open.set(speaker, { kind, id, subagent });
    const start = { ...kind.defaults, ...rest, type: kind.start, [kind.id]: id };
    if (delta === undefined || delta === null) return [...closed, start];
    const time = 'timestamp' in event ? { timestamp: event['timestamp'] } : {};
    return [...closed, start, { type: kind.content, [kind.id]: id, delta, ...time, ...subagent }];
  };

  return (event) => {
    const kind = kinds.get(event.type);
    if (kind === undefined && open.size === 0) return [event];
    const speaker = textOf(event['subagentRunId'] ?? '');
    if (kind !== undefined) return expandChunk(event, kind, continues(event, kind) ?? speaker);
    if (runEdges.has(event.type)) return [...closeAll(), event];
    return isOtherMessage(event.type) ? [...close(speaker), event] : [event];
  };
}
