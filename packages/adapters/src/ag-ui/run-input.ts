import type { RunAgentInput } from '@countersign/hai/run-input';
import type { JsonObject } from '@countersign/json/json-object';
import { sentMessage } from './sent-message.ts';

/** The version spoken here: an agent that receives none takes its reader for one from before AG-UI 1.0. */
const protocolVersion = '1.0';

/**
 * Writes the request that starts a run in AG-UI 1.0 (docs/protocol/events.md). Members required by older AG-UI servers are always
 * included; message content that AG-UI cannot carry becomes its JSON text.
 */
export function toAgUiRunInput(input: RunAgentInput): JsonObject {
  return {
    ...input,
    protocolVersion,
    state: input.state ?? {},
    messages: input.messages.map(sentMessage),
    tools: (input.tools ?? []).map((tool) => ({
      ...tool,
      description: tool.description ?? '',
      parameters: tool.parameters ?? {},
    })),
    context: (input.context ?? []).map(toAgUiContext),
    forwardedProps: input.forwardedProps ?? {},
  };
}

const text = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '');

function toAgUiContext(entry: unknown): JsonObject {
  if (typeof entry === 'object' && entry !== null && 'value' in entry) {
    const description = 'description' in entry ? text(entry.description) : '';
    return { ...entry, description, value: text(entry.value) };
  }
  return { description: '', value: text(entry) };
}
