import type { UpMessage } from '@countersign/upformat/message';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { toolCallOrigin } from '../tool-call-origin.ts';

/** A complete call of a front-end tool. `args` is its JSON text as received. */
export interface ToolCall {
  toolCallId: string;
  name: string;
  args: string;
}

/** The question that a tool call is: whose it is and where its answer goes. `asked` is what it asks, `args` its arguments as read. */
export function toolQuestion(
  { toolCallId, name }: ToolCall,
  { threadId, runId, timestamp, agentId }: AskPlace,
  args: unknown,
  asked: Partial<UpMessage>,
): ForeignAsk {
  return {
    origin: toolCallOrigin,
    source: { id: toolCallId, reason: null, toolName: name, together: runId },
    message: {
      messageId: `tool:${runId}:${toolCallId}`,
      threadId,
      timestamp,
      agentId,
      state: 'needsHumanDecision',
      ...asked,
      toolCall: { toolCallId, name, arguments: args },
    },
  };
}
