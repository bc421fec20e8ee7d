import { answerStatements } from './answers.ts';
import { statementsOfAsks } from './asks.ts';
import { statementsOfEndings } from './endings.ts';
import { statementsOfMcpAsks } from './mcp-asks.ts';
import { statementsOfReasons } from './reasons.ts';
import { registryStatements } from './registry.ts';
import { selectionStatements } from './selection.ts';
import { statementsOfServer } from './server.ts';
import { statementsOfShape } from './shape.ts';
import { statementsOfStates } from './states.ts';
import { streamStatements } from './streams.ts';

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
