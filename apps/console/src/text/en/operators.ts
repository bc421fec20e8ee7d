/** Texts of the list of operators. */
export const operatorsText = {
  title: 'Operators',
  lead: 'Who may sign in, what they may do, and the groups to which questions are escalated.',
  add: 'Add an operator',
  only: 'No operators yet',
  onlyDetail:
    'Only the administrator can sign in now. Add operators so that everyone sees who holds and who answered each question.',
  roles: {
    viewer: 'Viewer',
    operator: 'Operator',
    admin: 'Administrator',
    registrant: 'Registrant',
  },
  roleHelp: {
    viewer: 'Sees everything, answers nothing',
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
  token: {
    title: (name: string) => `${name} can sign in now`,
    label: 'Token',
    how: (address: string) => `Paste it at ${address}. A program sends it as a bearer token.`,
  },
} as const;
