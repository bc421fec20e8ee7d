import type { FeedbackType } from '@countersign/upformat/message';
import { figure } from '../../count.ts';
import { severityLabels } from '../words.ts';

/** Texts of the list of operators. */
export const operatorsText = {
  title: 'People and groups',
  lead: 'Who may sign in, what they may do, and the groups to which questions are escalated.',
  add: 'Add an operator',
  only: 'No operators yet',
  onlyDetail:
    'Only the administrator can sign in now. Add operators so that everyone sees who holds and who answered each question.',
  roles: {
    viewer: 'Viewer',
    auditor: 'Auditor',
    operator: 'Operator',
    admin: 'Administrator',
    registrant: 'Registrant',
  },
  roleHelp: {
    viewer: 'Sees everything, answers nothing',
    auditor: 'Also reads the audit and what is set, changes nothing',
    operator: 'Answers, starts and stops tasks',
    admin: 'Also changes operators, policy, rules and webhooks',
    registrant: 'A program: registers its services and searches for others, cannot sign in',
  },
  you: 'you',
  noGroups: 'no groups',
  groups: 'Groups',
  fixed: 'Signs in with the token of this server. Cannot be changed or removed.',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeAsk: (name: string) => `Remove ${name}?`,
  removeDetail:
    'Their sessions end at once, and questions they hold become free. Their answers stay.',
  removeYes: 'Remove operator',

  form: {
    addTitle: 'Add an operator',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameHelp: 'As the others see it.',
    nameBad: 'Enter a name of at most 120 characters',
    id: 'Id',
    idHelp: 'Lowercase letters, digits, dot, dash, underscore. Cannot be changed later.',
    idBad:
      'Begin with a lowercase letter or digit; then lowercase letters, digits, . _ - up to 40 in all',
    role: 'Role',
    groups: 'Groups',
    groupsHelp: 'Separated by commas, for example: leads, night-shift.',
    groupsBad: (group: string) =>
      `“${group}” is not a group name: lowercase letters, digits, . _ - up to 40`,
    tooManyGroups: 'At most 20 groups',
    add: 'Add',
    save: 'Save',
    exists: 'There is already an operator with this id',
  },
  tokenEnd: {
    label: 'The token ends',
    help: 'After it, this token is refused. It cannot be changed later.',
    never: 'Never',
    days: (days: number) => `After ${figure(days)} days`,
    at: (date: string) => `token until ${date}`,
  },
  token: {
    title: (name: string) => `${name} can sign in now`,
    label: 'Token',
    how: (address: string) => `Paste it at ${address}. A program sends it as a bearer token.`,
  },
} as const;

/** Texts of how the operator signs in. */
export const signInSettingsText = {
  title: 'Sign-in',
  lead: 'Where you are signed in, and how you sign in.',
  sessions: 'Open sessions',
  own: 'Yours',
  all: 'All operators',
  via: {
    token: 'with a token',
    link: 'with the link of the terminal',
    passkey: 'with a passkey',
    provider: 'at the identity provider',
  },
  thisOne: 'this browser',
  unknownBrowser: 'A program, or a browser without a name',
  end: (name: string) => `End the session of ${name}`,
  endAsk: (name: string) => `End this session of ${name}?`,
  endDetail:
    'The browser is signed out within seconds. What was typed there and not sent stays there.',
  endYes: 'End session',
} as const;

/** Texts of passkeys. */
export const passkeysText = {
  title: 'Passkeys',
  help: 'A passkey is kept by this device or a security key and signs with your finger, face or PIN. It signs you in, and confirms answers for which policy asks for it.',
  add: 'Add a passkey',
  addTitle: 'Add a passkey',
  none: 'You have no passkey.',
  goodFor: (host: string) => `for ${host}`,
  unused: 'never used, added ',
  remove: (name: string) => `Remove the passkey ${name}`,
  removeAsk: (name: string) => `Remove the passkey ${name}?`,
  removeYes: 'Remove passkey',
  name: 'Name',
  nameHelp: 'How you recognize it, for example “Laptop”.',
  nameBad: 'Enter a name',
  secret: 'Your token, or a code',
  secretHelp:
    'A session is not enough for this: enter your token, or the code that an administrator gave you.',
  secretOrOld: 'Leave it empty to confirm with a passkey that you have.',
  secretBad: 'Enter your token or a code',
  notMade: 'The browser made no passkey',
  notMadeDetail: 'It was cancelled, took too long, or this device has none for this address.',
  code: 'Code',
  codeFor: (name: string) => `Code for a passkey of ${name}`,
  codeTitle: (name: string) => `A code for ${name}`,
  codeHow: 'Valid once, for a day: the operator enters it under Settings, Sign-in, Add a passkey.',
} as const;

/** Texts of the groups of people. */
export const groupsText = {
  shown: 'Shown',
  people: (count: number) => `People ${figure(count)}`,
  groups: (count: number) => `Groups ${figure(count)}`,
  add: 'Add a group',
  none: 'No groups yet',
  noneDetail:
    'Questions can be escalated to a group, and policy can say that only a group decides.',
  empty: 'No members: nobody can answer for it.',
  fromProvider: (claim: string, role: string | null) =>
    role === null
      ? `At the identity provider: ${claim}`
      : `At the identity provider: ${claim}, gives the role ${role}`,
  removeAsk: (name: string) => `Remove the group ${name}?`,
  removeDetail: 'Its members stay as operators. Nobody can answer for it any more.',
  removeYes: 'Remove group',
  form: {
    addTitle: 'Add a group',
    name: 'Name',
    id: 'Id',
    idHelp: 'Used by policy and escalation. Cannot be changed later.',
    exists: 'There is already a group with this id',
    members: 'Members',
    nobody: 'Add operators first.',
    claim: 'Name at the identity provider',
    claimHelp: 'Optional: who is in this group there is in it here when they sign in.',
    role: 'Role given by it',
    roleHelp: 'Of those who sign in at the provider. In several groups, the highest counts.',
    noRole: 'None',
  },
} as const;

/** Texts of the escalation policy. */
export const policyText = {
  title: 'Escalation policy',
  lead: 'How operators share questions, by severity. A question keeps the version it was opened under.',
  version: (version: number) => `Version ${version}`,
  asDelivered: 'as installed',
  changedBy: (name: string, ago: string) => `changed by ${name} ${ago}`,
  claimLease: 'A claim lasts',
  claimLeaseHelp: 'After the last activity of its holder. 5\u00a0s to 1\u00a0h.',
  claimLeaseBad: 'From 5 seconds to 1 hour',
  takeOver: 'Take-over after',
  takeOverHelp: 'When its holder does not answer a request. 1\u00a0s to 10\u00a0min.',
  takeOverBad: 'From 1 second to 10 minutes',
  recall: 'Answers can be recalled for',
  recallHelp: 'They are sent after that. 0 = at once; 1\u00a0min at most.',
  recallBad: 'From 0 to 60 seconds',
  reason: 'A reason is needed to',
  reasonNone: 'no answer needs a reason',
  kinds: {
    approve: 'approve',
    reject: 'reject',
    edit: 'edit',
    rank: 'rank',
    comment: 'comment',
    instruction: 'instruct',
  } satisfies Record<FeedbackType, string>,
  steps: 'When nobody claims it',
  stepsNone: 'nothing happens: it keeps waiting',
  step: (index: number) => `Step ${index}`,
  after: 'after',
  toGroup: 'ask the group',
  toDefault: 'send the agent’s own default',
  stepOf: (index: number, label: string) => `Step ${index}: ${label}`,
  does: 'do',
  group: 'group',
  groupBad: 'Enter a group: lowercase letters, digits, . _ - up to 40',
  groupEmpty: (group: string) => `Nobody is in the group ${group} now.`,
  stepBad: 'At least 1 second',
  lastStep: 'No step can follow the default',
  addStep: 'Add a step',
  removeStep: (index: number) => `Remove step ${index}`,
  defaultNote: 'If the agent gives no default, the question stays open and says so.',
  stepWords: (span: string, group: string | null) =>
    group === null
      ? `after ${span} send the agent’s own default`
      : `after ${span} ask the group ${group}`,
  save: 'Save as the next version',
  saving: 'Saving',
  saved: (version: number) => `Version ${version} applies to questions that open from now on.`,
  undo: 'Discard changes',
  unchanged: 'No changes yet.',
  faults: 'Some values cannot be used:',
  conflict: {
    title: (version: number, name: string) => `${name} saved version ${version} in the meantime`,
    lead: 'Your changes were not saved. Only they are listed here; everything else is as in the saved version.',
    setting: 'Setting',
    theirs: (version: number) => `Version ${version}`,
    mine: 'Yours',
    same: 'Both are the same. There is nothing to save.',
    takeTheirs: 'Use theirs',
    saveMine: 'Overwrite with mine',
  },
  none: 'none',
} as const;

/** Texts of the webhooks. */
export const webhooksText = {
  title: 'Webhooks',
  lead: 'Addresses that are called when a question blocks an agent. A call says that someone is needed, not what is asked.',
  add: 'Add a webhook',
  none: 'No webhooks yet',
  noneDetail:
    'Add one to reach people who are not at this screen: a chat, a pager, a program of your own.',
  on: 'On',
  off: 'Off',
  from: (severity: keyof typeof severityLabels) =>
    severity === 'info' ? 'Every severity' : `${severityLabels[severity]} and above`,
  once: 'Once for each question',
  again: (span: string) => `Again every ${span} until someone has seen it`,
  never: 'Not called yet',
  delivered: 'Delivered',
  failed: 'Failed',
  status: (status: number) => `status ${status}`,
  attempts: (count: number) => `${figure(count)} attempts`,
  ofTest: 'test',
  test: 'Test',
  testing: 'Testing',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  switchOf: (name: string) => `Call ${name}`,
  removeAsk: (name: string) => `Remove ${name}?`,
  removeDetail: 'It is no longer called. Its secret is deleted.',
  removeYes: 'Remove webhook',
  form: {
    addTitle: 'Add a webhook',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameBad: 'Enter a name of at most 80 characters',
    url: 'URL',
    urlHelp: 'Called with POST. Private networks only if the server allows them.',
    urlBad: 'Enter an http or https address',
    severity: 'From severity',
    repeat: 'Call again',
    repeatNever: 'Never',
    repeatEvery: (span: string) => `Every ${span} until seen`,
    enabled: 'Call this address',
    add: 'Add',
    save: 'Save',
  },
  secret: {
    title: (name: string) => `${name} was added`,
    label: 'Secret that signs the calls',
    how: 'Put it where the receiver checks signatures (Standard Webhooks, header webhook-signature).',
  },
} as const;
