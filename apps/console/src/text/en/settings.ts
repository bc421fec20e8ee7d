/** Words of the settings that are not of one section alone. */
export const settingsText = {
  title: 'Settings',
  sections: 'Sections of the settings',
  general: 'General',
  operators: 'Operators',
  policy: 'Escalation policy',
  webhooks: 'Webhooks',
  rules: 'Rules',
  adminOnly: 'Only an administrator may see this.',
  adminOnlyDetail: 'Ask one to change it, or to give you the role.',
  adminChanges: 'Only an administrator may change this.',
  failed: 'This could not be read',
  notSaved: 'Not saved',
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved',
  edit: 'Edit',
  remove: 'Remove',
  keep: 'Keep',
  actionFailed: 'That did not work',

  look: 'Look',
  theme: 'Theme',
  themeHelp: 'Kept on this machine.',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  answering: 'Answering',
  advance: 'Go on to the next question after an answer',
  advanceHelp:
    'The previous answer can be recalled from there until it is sent. After a critical question that cannot be recalled, you see the result first. Kept on this machine for you alone.',
  keys: 'Keys',
  density: 'Density',
  densities: { compact: 'Compact', comfortable: 'Comfortable' },
  densityHelp: 'Comfortable has taller rows and larger words.',
  zone: 'Time zone',
  zoneLocal: (zone: string) => `Of this computer: ${zone}`,
  zoneNow: (zone: string, clock: string) =>
    `Times are shown, typed and saved in ${zone}: it is ${clock} there. Every time tells its zone on hover.`,
  keysHelp: 'Each can be switched off. Kept on this machine for you alone.',

  secret: {
    shownOnce:
      'This is shown once. Copy it now: the server keeps it in a form that nobody can read.',
    copy: 'Copy',
    done: 'I have it',
  },
} as const;
