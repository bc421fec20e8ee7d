import type { Messages } from '../messages.ts';
import * as agents from './agents.ts';
import * as withOwnLabel from './answer-label.ts';
import * as answerRefusal from './answer-refusal.ts';
import * as attach from './attach.ts';
import * as bulk from './bulk.ts';
import * as bulkFill from './bulk-fill.ts';
import * as check from './check.ts';
import * as common from './common.ts';
import * as connection from './connection.ts';
import * as csv from './csv.ts';
import * as decider from './decider.ts';
import * as decision from './decision.ts';
import * as decisionBytes from './decision-bytes.ts';
import * as decisionCheck from './decision-check.ts';
import * as decisionEdit from './decision-edit.ts';
import * as decisionOrigin from './decision-origin.ts';
import * as decisionPeople from './decision-people.ts';
import * as decisionSent from './decision-sent.ts';
import * as decisionTime from './decision-time.ts';
import * as duration from './duration.ts';
import * as events from './events.ts';
import * as firstMinute from './first-minute.ts';
import * as flow from './flow.ts';
import * as forms from './forms.ts';
import * as formsHints from './forms-hints.ts';
import * as formsJson from './forms-json.ts';
import * as frame from './frame.ts';
import * as guide from './guide.ts';
import * as inbox from './inbox.ts';
import * as json from './json.ts';
import * as keys from './keys.ts';
import * as lineage from './lineage.ts';
import * as markdown from './markdown.ts';
import * as notify from './notify.ts';
import * as offers from './offers.ts';
import * as operators from './operators.ts';
import * as palette from './palette.ts';
import * as policy from './policy.ts';
import * as problems from './problems.ts';
import * as programs from './programs.ts';
import * as promptLife from './prompt-life.ts';
import * as rank from './rank.ts';
import * as rules from './rules.ts';
import * as rulesBar from './rules-bar.ts';
import * as rung from './rung.ts';
import * as senderName from './sender-name.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as state from './state.ts';
import * as statePanel from './state-panel.ts';
import * as stateView from './state-view.ts';
import * as statements from './statements.ts';
import * as storeDamage from './store-damage.ts';
import * as storedReason from './stored-reason.ts';
import * as stream from './stream.ts';
import * as task from './task.ts';
import * as tasks from './tasks.ts';
import * as time from './time.ts';
import * as timeTravel from './time-travel.ts';
import * as timeline from './timeline.ts';
import * as unreadQuestion from './unread-question.ts';
import * as values from './values.ts';
import * as visibleText from './visible-text.ts';
import * as wall from './wall.ts';
import * as webhooks from './webhooks.ts';

export const zhCn: Messages = {
  visibleText,
  senderName,
  decider,
  agents,
  bulkFill,
  answerRefusal,
  attach,
  bulk,
  check,
  common,
  connection,
  csv,
  decisionBytes,
  decisionCheck,
  decisionEdit,
  decisionOrigin,
  decisionPeople,
  decisionSent,
  decisionTime,
  decision,
  withOwnLabel,
  duration,
  events,
  firstMinute,
  flow,
  formsHints,
  formsJson,
  forms,
  frame,
  guide,
  inbox,
  json,
  keys,
  lineage,
  markdown,
  programs,
  notify,
  offers,
  operators,
  palette,
  policy,
  problems,
  promptLife,
  rank,
  rulesBar,
  rules,
  rung,
  settings,
  signIn,
  stateView,
  state,
  statePanel,
  storeDamage,
  statements,
  storedReason,
  stream,
  task,
  tasks,
  timeTravel,
  time,
  timeline,
  unreadQuestion,
  values,
  wall,
  webhooks,
};
