import type { Messages } from '../messages.ts';
import * as agents from './agents.ts';
import * as answers from './answers.ts';
import * as bulk from './bulk.ts';
import * as decision from './decision.ts';
import * as events from './events.ts';
import * as forms from './forms.ts';
import * as frame from './frame.ts';
import * as inbox from './inbox.ts';
import * as problems from './problems.ts';
import * as programs from './programs.ts';
import * as question from './question.ts';
import * as since from './records/since.ts';
import * as rules from './rules.ts';
import * as settings from './settings.ts';
import * as statements from './statements/statements.ts';
import * as storedReason from './statements/stored-reason.ts';
import * as stream from './stream.ts';
import * as task from './task.ts';
import * as tasks from './tasks.ts';
import * as views from './views.ts';
import * as words from './words.ts';

/** Every message in simplified Chinese. */
export const zhCn: Messages = {
  ...agents,
  ...answers,
  ...bulk,
  ...since,
  ...decision,
  ...events,
  ...forms,
  ...frame,
  ...inbox,
  ...problems,
  ...programs,
  ...question,
  ...rules,
  ...settings,
  ...statements,
  ...storedReason,
  ...stream,
  ...task,
  ...tasks,
  ...views,
  ...words,
};
