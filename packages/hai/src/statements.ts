import { statementsOf } from '@countersign/json/statement';

/** The English texts of faults in a stream of events, by code. The console has the same codes in each of its languages. */
export const haiStatements = {
  'order.message': 'message {id}',
  'order.collaboration': 'collaboration {id}',
  'order.tool-call': 'tool call {id}',
  'order.step': 'step {id}',
  'order.run-started-twice': 'RUN_STARTED while a run was going on',
  'order.run-not-started': '{type} before RUN_STARTED',
  'order.after-run-end': '{type} after the run had ended',
  'order.run-not-ended': 'the stream ended without RUN_FINISHED or RUN_ERROR',
  'order.started-twice': '{item} was started while it was open',
  'order.tool-args-after-end': 'arguments of {item} after its end',
  'order.content-without-start': 'content of {item} without a start',
  'order.end-without-start': 'end of {item} without a start',
  'order.tool-result-without-start': 'result of unknown {item}',
  'order.start-without-end': '{item} was started and not ended',
  'order.more-without-end': 'and {count} more of kind {kind}',
  'order.kind-message': 'message',
  'order.kind-collaboration': 'collaboration',
  'order.kind-tool-call': 'tool call',
  'order.kind-step': 'step',
  'frame.no-type': 'not an event: no type',
  'frame.no-event': 'no event in the frame',
  'frame.not-json': 'not JSON: {reason}',
  'frame.too-deep': 'nested deeper than {limit} levels',
  'frame.proto': 'a member named __proto__ was removed',
  'frame.not-an-output': 'not text and not an output: kept as an output of type json',
  'frame.patch-as-text': 'JSON Patch sent as text',
  'frame.unknown-roles': '{count} of a role nobody knows, kept as unread',
  'frame.missing': 'missing',
  'frame.number-rounded': 'The number cannot be kept as it was written.',
  'frame.member-twice':
    'The member came more than once: the last one counts, and this one was dropped.',
  'frame.text-replaced':
    'What no text can hold was replaced: bytes that are no UTF-8, or half a character.',
  'sender.name-refused':
    'It spoke in the name of “{name}”, which no agent may. What it says is shown as its own.',
  // Why what an agent says about itself cannot be used.
  'card.transport-unknown': 'This transport is not supported here.',
  'card.version-unknown': 'This version is not supported here.',
  'card.no-web-url': 'This is not an http or https URL.',
  'card.has-password': 'Its URL contains a password.',
  'card.other-host':
    'It is on another host than the agent’s URL: add {origin} to the origins of this agent to use it.',
  'card.no-address': 'Its agent card names no address to call.',
  'card.no-callable': 'Its agent card names no address that can be called. {url}: {why}',
  'card.too-large': 'Its agent card at {url} is too large.',
  'card.not-a-card': 'What is at {url} is no agent card.',
  'card.none': 'It has no agent card.',
  'card.lists-too-large': 'Its lists of tools and resources are too large.',
  // Why an agent cannot be controlled, by the way that is known for it.
  'control.a2a-stops-only': 'A2A can only stop a task.',
  'control.a2a-no-task-yet': 'It has not named its task yet.',
  'control.langgraph-no-run': 'LangGraph lists no run of this task that goes on.',
  'control.langgraph-none-listed': 'It lists no run of this task.',
  'control.copilotkit-no-name':
    'Its URL does not end in /agent/<id>/run, so its name in CopilotKit is not known.',
  'control.copilotkit-silent': 'It does not say that it has stopped anything.',
  'control.mcp-client': 'An MCP client cannot be called.',
} as const;

export const say = statementsOf(haiStatements);
