import { customName, type HaiEvent } from '@countersign/hai/event';
import { isObject, memberOf } from '@countersign/json/json-object';
import type { UpMessage } from '@countersign/upformat/message';
import type { ForeignAsk } from '../ask.ts';
import type { AskReader, AskReaderOptions } from '../ask-reader.ts';
import { isMcpAskKind, origins } from './origins.ts';
import type { McpQuestion } from './question.ts';

/** The event that asks: its content is in the journal as it was made. */
export const askEvent = (question: McpQuestion): HaiEvent => ({
  type: 'CUSTOM',
  name: customName.ask,
  value: question,
  metadata: { source: 'countersign' },
});

/** Finds the questions of a run of an MCP server. */
export const mcpAsks = ({ threadId }: AskReaderOptions): AskReader => ({
  read(event, { relayed, agentId, timestamp }) {
    const question = relayed ? null : questionIn(event);
    if (question === null) return { asks: [], nameless: 0 };
    const { kind, id, toolName, message } = question;
    const whole: UpMessage = { ...message, messageId: id, threadId, agentId, timestamp };
    const ask: ForeignAsk = {
      origin: origins[kind],
      // The server waits for each of them by itself.
      source: { id, reason: null, toolName, together: null },
      message: whole,
    };
    return { asks: [ask], nameless: 0 };
  },
  left: () => [],
});

/** Up to version 0.1 it was a raw event. */
const askIn = (event: HaiEvent): unknown => {
  if (event.type === 'RAW' && event.source === 'mcp') return memberOf(event.event, 'ask');
  return event.type === 'CUSTOM' && event.name === customName.ask ? event.value : null;
};

function questionIn(event: HaiEvent): McpQuestion | null {
  const ask = askIn(event);
  if (!isObject(ask)) return null;
  const { kind, id, toolName, message } = ask;
  if (!isMcpAskKind(kind) || typeof id !== 'string' || !isObject(message)) return null;
  return {
    kind,
    id,
    toolName: typeof toolName === 'string' ? toolName : null,
    // Written by this server; the intake parses it like that of any agent.
    message: { ...message, state: 'needsHumanDecision' },
  };
}
