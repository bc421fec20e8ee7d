import { statementsOf } from '@countersign/json/statement';

/** The English texts of what is said about an agent's card and its control, by code. The console has the same codes in each of its languages. */
export const agentStatements = {
  // A frame of a stream that cannot be read.
  'frame.no-a2a': 'This is not a message of A2A.',
  'frame.no-acp': 'This is not an event of ACP.',
  'frame.no-json': 'This is not JSON.',
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
  'card.not-a-card': '{url} is not an agent card.',
  'card.none': 'It has no agent card.',
  'card.of-another':
    'The agent card at {url} is of another agent: none of its addresses is {given}. Add the agent by one of the addresses of its own card.',
  'card.lists-too-large': 'Its lists of tools and resources are too large.',
  // Why an agent cannot be controlled, by its kind of control.
  'control.a2a-stops-only': 'A2A can only stop a task.',
  'control.acp-stops-only': 'ACP can only stop a run.',
  'control.acp-no-run-yet': 'It has not named its run yet.',
  'control.a2a-no-task-yet': 'It has not named its task yet.',
  'control.langgraph-no-run': 'LangGraph lists no open run of this task.',
  'control.langgraph-none-listed': 'It lists no run of this task.',
  'control.copilotkit-no-name':
    'Its URL does not end in /agent/<id>/run, so its name in CopilotKit is not known.',
  'control.copilotkit-silent': 'It does not say that it has stopped anything.',
  'control.mcp-client': 'An MCP client cannot be called.',
  'control.http-client': 'A program that asks over HTTP cannot be called.',
} as const;

export const say = statementsOf(agentStatements);
