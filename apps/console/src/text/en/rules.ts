import type { RuleCondition } from '@countersign/api/rule';
import type { FeedbackType, Severity } from '@countersign/upformat/message';
import { figure, plural } from '../count.ts';
import type { KnownOrigin } from '../origin-names.ts';
import { severityLabels } from './words.ts';

export const conditionPhrases: Record<RuleCondition['is'], string> = {
  present: 'exists',
  absent: 'does not exist',
  equal: 'is',
  'not-equal': 'is not',
  'one-of': 'is one of',
  'less-than': 'is less than',
  'at-most': 'is at most',
  'more-than': 'is more than',
  'at-least': 'is at least',
  containing: 'contains',
};

/** What the path of a condition starts from. */
export const conditionDocuments: Record<NonNullable<RuleCondition['of']>, string> = {
  payload: 'Content',
  message: 'Message',
};

export const ruleOriginLabels: Record<KnownOrigin, string> = {
  'upformat/message': 'Question of an agent (UpFormat)',
  'ag-ui/interrupt': 'Interrupt of a run (AG-UI)',
  'ag-ui/tool-call': 'Call of a tool that people answer',
  'hai/button': 'Buttons of a message',
  'hai/form': 'Form of a message',
  'upformat/unread': 'Question that could not be read',
  'a2a/input-required': 'Task that requires input (A2A)',
  'a2a/auth-required': 'Task that requires a sign-in (A2A)',
  'acp/awaiting': 'Run that awaits an answer (ACP)',
  'mcp/approval': 'Tool call to approve (MCP)',
  'mcp/elicitation': 'Elicitation of a server (MCP)',
  'mcp/url': 'Address that a server wants opened (MCP)',
  'mcp/sampling': 'Request of a server to a model (MCP)',
  'mcp/roots': 'Request of a server for folders (MCP)',
};

export const ruleAnswerText: Record<FeedbackType, string> = {
  approve: 'Approve',
  reject: 'Reject',
  edit: 'Edit',
  rank: 'Rank',
  comment: 'Comment',
  instruction: 'Instruct',
};

/** Texts of the rules. */
export const rulesText = {
  title: 'Rules',
  lead: 'Automatic answers that people define. Each rule is tried on past questions first, ends by itself, and is named and counted wherever it answers.',
  add: 'Add a rule',
  none: 'No rule answers anything',
  noneDetail:
    'Every question waits for a person. Create a rule from a question that keeps coming up.',
  adminChanges: 'Only an administrator may add, change or switch rules.',
  make: 'Create a rule from this answer',
  back: 'All rules',
  notFound: 'Rule not found',
  notFoundDetail: 'It may have been removed.',

  stop: {
    button: 'Stop all rules',
    detail: 'At once, for everyone. Questions then wait for people.',
    stopped: 'All rules are stopped',
    since: (name: string, ago: string) => `by ${name}, ${ago}.`,
    whatThen:
      'No rule answers. Questions received meanwhile are left to people, even after the rules are resumed.',
    undo: 'Undo',
    again: 'Resume the rules',
    viewer: 'Viewers cannot stop rules.',
    onlyAdmin: 'Only an administrator can resume the rules.',
  },

  state: {
    on: 'On',
    off: 'Off',
    untried: 'Off, not tried yet',
    ended: 'Ended',
    stopped: 'Stopped with all rules',
  },
  answered: (count: number) =>
    count === 0
      ? 'answered nothing yet'
      : `answered ${plural(count, { one: '# question', other: '# questions' })}`,
  ofVersion: (count: number) => `${figure(count)} by this version`,
  last: (ago: string) => `last ${ago}`,
  passedOver: (count: number) =>
    `left ${plural(count, { one: '# question', other: '# questions' })} to people`,
  passedOverWhy: 'Its answer did not fit, or its conditions could not be checked.',
  ends: (left: string) => `ends in ${left}`,
  ended: 'ended',
  version: (version: number) => `version ${version}`,
  by: (name: string) => `by ${name}`,
  open: 'Open',

  when: {
    asks: (agent: string) => `${agent} asks`,
    relayedFor: (name: string) => `for “${name}”, as it claims`,
    blocking: 'it blocks',
    followup: 'it is a follow-up',
    origin: (name: string) => {
      const known = Object.entries(ruleOriginLabels).find(([origin]) => origin === name);
      return known === undefined ? `from ${name}` : known[1].toLowerCase();
    },
    tool: (tool: string) => `about the tool ${tool}`,
    severity: (severity: Severity) =>
      severity === 'critical'
        ? 'of any severity'
        : `up to ${severityLabels[severity].toLowerCase()}`,
    sameClass: 'of the same kind as the one it was created from',
    condition: (path: string, is: RuleCondition['is'], value: string | null) =>
      [path, conditionPhrases[is], value].filter((part) => part !== null).join(' '),
    whole: 'the content',
    ofMessage: (place: string) => `${place} of the message`,
  },
  then: (answer: string) => `Answer: ${answer}`,
  matchesNothing: (agentId: string) => `Matches nothing: no connection has the id “${agentId}”.`,
  matchesNothingWhy:
    'An agent is identified by its connection, the id in the list of agents. A name that it only acts for goes into “Acts for”.',

  form: {
    newTitle: 'New rule',
    editTitle: 'Rule',
    from: 'Created from',
    fromFailed: 'The question to create it from could not be loaded. Nothing is filled in.',
    name: 'Name',
    nameHelp: 'Shown wherever it answers, as “Rule …”.',
    nameBad: 'Enter a name of at most 120 characters',
    match: 'What it answers',
    agent: 'Agent',
    agentNone: 'Choose an agent',
    agentBad: 'Choose whose questions it answers',
    kind: 'Kind',
    kinds: {
      any: 'Blocking and follow-ups',
      blocking: 'Only what blocks',
      followup: 'Only follow-ups',
    },
    origin: 'Source',
    anyOrigin: 'Any',
    tool: 'Tool',
    toolHelp: 'Leave empty for any or none.',
    relayedFor: 'Acts for',
    relayedForHelp: 'For whom this agent claims to ask. Not verified. Leave empty for any or none.',
    severity: 'Severity up to',
    severities: (severity: Severity) =>
      severity === 'critical'
        ? 'Critical: every severity'
        : severity === 'info'
          ? 'Info only'
          : severityLabels[severity],
    sameClass: 'Only questions of the same kind as the one it was created from',
    sameClassHelp: 'The same agent, tool, schema and shape of the content.',
    conditions: 'Conditions',
    conditionsHelp:
      'All must be true. A path is a JSONPath: $.amount or $.items[*].price in the content, $.upThought.confidence or $.upPrompt.severity in the message. Everything it selects must pass.',
    noConditions: 'None: any content.',
    addCondition: 'Add a condition',
    propose: 'From the question:',
    within: 'In',
    place: 'Path',
    test: 'Comparison',
    value: 'Value',
    valueHelp: 'Numbers, true, false and null are read as such; text is in double quotes.',
    listHelp: 'Several values, separated by commas.',
    ofCondition: (index: number, label: string) => `Condition ${index}: ${label}`,
    removeCondition: (index: number) => `Remove condition ${index}`,
    placeBad: 'A JSONPath begins with $',
    valueBad: 'Enter a value to compare with',
    numberBad: 'Enter a number, or a text in double quotes',
    answer: 'Answer',
    answerNone: 'Choose an answer',
    answerBad: 'Choose what is answered',
    answerKept: (kind: FeedbackType) => `${ruleAnswerText[kind]}, as set elsewhere`,
    reason: 'Reason',
    reasonHelp: 'Sent to the agent. Optional, unless the policy requires one.',
    textOf: 'Message to the agent',
    textBad: 'Enter a message',
    expires: 'Ends',
    expiresHelp: 'It must end within 90 days. Times are those of this computer.',
    expiresBad: 'A time within the next 90 days',
    days: (count: number) => plural(count, { one: '# day', other: '# days' }),
    save: 'Save',
    saveAndTry: 'Save and try it',
    trying: 'Trying it on past questions',
    notSaved: 'The rule was not saved',
    newVersion: 'Saving creates a new version, which is off until it is tried.',
    unsaved: 'Changed and not saved',
    newer: (name: string, version: number) => `${name} saved version ${version} in the meantime.`,
    newerDetail: 'Saving yours creates another version that replaces it.',
    takeTheirs: 'Use theirs',
    remove: 'Remove rule',
    removeAsk: (name: string) => `Remove “${name}”?`,
    removeDetail: 'It stops answering. Its past answers keep its name.',
    faults: 'Some of this cannot be used:',
  },

  trial: {
    title: 'Trial on past questions',
    why: 'A version must be tried before it can be switched on.',
    try: 'Try it',
    tryAgain: 'Try again',
    trying: 'Trying',
    failed: 'The trial failed',
    stale: 'This version has not been tried.',
    dirty: 'Save your changes first, then try the rule.',
    nothing: 'It matches no past question that people answered, so its answers cannot be compared.',
    all: (count: number) =>
      plural(count, {
        one: 'Would have answered the # matching question as you did.',
        other: 'Would have answered all # as you did.',
      }),
    some: (same: number, matched: number) =>
      `Would have answered ${figure(same)} of ${figure(matched)} as you did; ${plural(
        matched - same,
        { one: 'this # differs', other: 'these # differ' },
      )}:`,
    withoutReason: (count: number) =>
      `${plural(count, {
        one: 'The policy demands a reason for # of them',
        other: 'The policy demands a reason for # of them',
      })}, and the answer of this rule has none: it would leave them to people. Add a reason.`,
    more: (count: number) => `${figure(count)} more are not listed`,
    lookedAt: (count: number) =>
      `${plural(count, { one: '# past question', other: '# past questions' })} checked.`,
    nowhere: (path: string, of: NonNullable<RuleCondition['of']>, count: number) =>
      `${path} is in the ${of === 'message' ? 'message' : 'content'} of none of the ${plural(count, { one: '# question', other: '# questions' })} checked.`,
    openNow: (count: number) =>
      count === 0
        ? 'No open question matches now.'
        : `${plural(count, { one: '# open question matches', other: '# open questions match' })} now. ${plural(
            count,
            { one: 'It is left', other: 'They are left' },
          )} to people.`,
    at: (ago: string) => `Tried ${ago}.`,
    answeredBy: (name: string, answer: string) => `${name}: ${answer}`,
    switchOn: 'Switch on',
    switchAsk: 'Switch it on anyway?',
    switchDiffers: (differing: number, matched: number) =>
      `In ${figure(differing)} of ${plural(matched, { one: '# case', other: '# cases' })} people answered differently from this rule:`,
    switchYes: 'Switch on anyway',
    switchOff: 'Switch off',
    switching: 'Switching',
    switchFailed: 'The rule was not switched',
    onNote: 'On. It answers questions received from now on; open questions are left to people.',
    endedNote: 'It has ended. Give it a new end to use it again.',
  },
} as const;

/** Texts about rules on every screen, separate from those of their page because they are loaded at the start. */
export const rulesBarText = { stopped: 'Rules stopped' } as const;
