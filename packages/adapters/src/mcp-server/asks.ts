import type { HaiEvent } from '@countersign/hai/event';
import { isObject, memberOf } from '@countersign/json/json-object';
import type { UpMessage } from '@countersign/upformat/message';
import type { ForeignAsk } from '../ask.ts';
import type { AskReader, AskReaderOptions } from '../ask-reader.ts';
import { isMcpAskKind, origins } from './origins.ts';
import type { McpQuestion } from './question.ts';

/** The source of events that hold a question. */
const source = 'mcp';

/** The event that asks: its content is in the journal as it was made. */
export const askEvent = (question: McpQuestion): HaiEvent => ({
  type: 'RAW',
  source,
  event: { ask: question },
});

/** Finds the questions of a run of an MCP server. */
export const mcpAsks = ({ threadId, runId }: AskReaderOptions): AskReader => ({
  read(event, { relayed, agentId, timestamp }) {
    const question = relayed ? null : questionIn(event);
    if (question === null) return { asks: [], nameless: 0 };
    const { kind, id, toolName, message } = question;
    const whole: UpMessage = { ...message, messageId: id, threadId, agentId, timestamp };
    const ask: ForeignAsk = {
      origin: origins[kind],
      source: { id, reason: null, toolName, together: runId },
      message: whole,
    };
    return { asks: [ask], nameless: 0 };
  },
  left: () => [],
});

function questionIn(event: HaiEvent): McpQuestion | null {
  if (event.type !== 'RAW' || event.source !== source) return null;
  const ask = memberOf(event.event, 'ask');
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
