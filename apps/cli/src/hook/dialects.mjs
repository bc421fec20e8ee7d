// What each agent says to a hook, and how it takes a yes. Seen with Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0, OpenCode 1.18.33.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Events before a tool runs, by agent; another one is no question that this hook understands. */
const before = { claude: 'PreToolUse', codex: 'PreToolUse', gemini: 'BeforeTool', opencode: 'ask' };

/** The call in what the agent has sent. @throws if it is none */
export function readCall(agent, sent) {
  if (!isObject(sent)) throw new Error('The agent has sent no object.');
  const { session_id: session, cwd: folder, tool_name: tool, tool_input: input } = sent;
  const texts = [session, folder, tool];
  if (texts.some((text) => typeof text !== 'string' || text === '') || !isObject(input)) {
    throw new Error('The agent has sent no tool call.');
  }
  return { agent, session, folder, tool, input };
}

export function requireBefore(agent, { hook_event_name: event }) {
  if (event !== before[agent]) throw new Error(`The hook does not know the event ${event}.`);
}

/** The agent's own id of the call; Gemini CLI has none, so there the time of the event tells two equal calls apart. */
export function keyOf(agent, sent, digest) {
  const { session_id: session, turn_id: turn = '', tool_use_id: id, timestamp } = sent;
  return [agent, session, turn, id ?? `${timestamp ?? Date.now()}/${digest}`].join('|');
}

/** Gemini CLI adds edited arguments to its own, so a removed one would come back. */
export function editFault(agent, input, edited) {
  const isRemoved = Object.keys(input).some((name) => !Object.hasOwn(edited, name));
  return agent === 'gemini' && isRemoved
    ? 'An argument was removed, which this agent cannot take.'
    : null;
}

/** The line that lets the call go; `-` = nothing is printed. `edited`: null = as asked. */
export function yes(agent, { id, edited }) {
  const updated = edited === null ? {} : { updatedInput: edited };
  switch (agent) {
    case 'claude':
      return JSON.stringify({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          permissionDecisionReason: `Countersign ${id}`,
          ...updated,
        },
      });
    // Codex takes an allow without edited arguments for a fault of the hook: silence is its yes, after which its own rules apply.
    case 'codex':
      return edited === null
        ? '-'
        : JSON.stringify({
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'allow',
              ...updated,
            },
          });
    case 'gemini':
      return JSON.stringify({
        decision: 'allow',
        ...(edited === null
          ? {}
          : { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: edited } }),
      });
    default:
      return JSON.stringify({ decision: 'allow', ...(edited === null ? {} : { input: edited }) });
  }
}
