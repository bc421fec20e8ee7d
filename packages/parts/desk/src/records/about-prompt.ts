import type { Prompt } from '@countersign/api/prompt';

const maxAskChars = 300;

/** What an audit entry says of the prompt that it is about: it is found by these, also when the prompt is not there any more. */
export const aboutPrompt = ({ id, ask, agentId, source }: Prompt) => ({
  promptId: id,
  ask: ask.slice(0, maxAskChars),
  agentId,
  ...(source.toolName === null ? {} : { tool: source.toolName }),
});
