import { answerStatements } from './statements/answers.ts';
import { statementsOfAsks } from './statements/asks.ts';
import { statementsOfEndings } from './statements/endings.ts';
import { statementsOfMcpAsks } from './statements/mcp-asks.ts';
import { statementsOfReasons } from './statements/reasons.ts';
import { registryStatements } from './statements/registry.ts';
import { selectionStatements } from './statements/selection.ts';
import { statementsOfServer } from './statements/server.ts';
import { statementsOfShape } from './statements/shape.ts';
import { statementsOfStates } from './statements/states.ts';
import { streamStatements } from './statements/streams.ts';

/** The templates of statements by their codes. */
export const templates: Record<string, string> = {
  ...answerStatements,
  ...streamStatements,
  ...statementsOfServer,
  ...statementsOfReasons,
  ...statementsOfStates,
  ...statementsOfEndings,
  ...statementsOfAsks,
  ...statementsOfMcpAsks,
  ...statementsOfShape,
  ...registryStatements,
  ...selectionStatements,
};

/** Adds the templates of screens that are loaded later. */
export const addStatements = (more: Readonly<Record<string, string>>): void => {
  Object.assign(templates, more);
};
