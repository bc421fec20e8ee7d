import type { Messages } from '../messages.ts';
import { answerStatements } from './statements/answers.ts';
import { statementsOfEndings } from './statements/endings.ts';
import { statementsOfReasons } from './statements/reasons.ts';
import { registryStatements } from './statements/registry.ts';
import { selectionStatements } from './statements/selection.ts';
import { statementsOfServer } from './statements/server.ts';
import { statementsOfStates } from './statements/states.ts';
import { streamStatements } from './statements/streams.ts';

const templates: Readonly<Record<string, string>> = {
  ...answerStatements,
  ...streamStatements,
  ...statementsOfServer,
  ...statementsOfReasons,
  ...statementsOfStates,
  ...statementsOfEndings,
  ...registryStatements,
  ...selectionStatements,
};

export const statementTemplate: Messages['statements']['statementTemplate'] = (code) =>
  (Object.hasOwn(templates, code) ? templates[code] : undefined) ?? null;
