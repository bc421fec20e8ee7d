/** Texts shared by several sections of the settings. */
export const settingsText = {
  title: 'Settings',
  sections: 'Sections of the settings',
  general: 'General',
  operators: 'Operators',
  signIn: 'Sign-in',
  policy: 'Escalation policy',
  webhooks: 'Webhooks',
  programs: 'Programs that ask',
  rules: 'Rules',
  adminOnly: 'Only an administrator may see this.',
  adminOnlyDetail: 'Ask one to change it, or to give you the role.',
  adminChanges: 'Only an administrator may change this.',
  failed: 'This could not be loaded',
  notSaved: 'Not saved',
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved',
  edit: 'Edit',
  remove: 'Remove',
  actionFailed: 'The action failed',

  look: 'Appearance',
  theme: 'Theme',
  themeHelp: 'Saved on this machine.',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  answering: 'Answering',
  advance: 'Continue with the next question after an answer',
  advanceHelp:
    'The previous answer can be recalled from there until it is sent. After a critical question that cannot be recalled, you see the result first. Saved on this machine for you only.',
  keys: 'Keys',
  language: 'Language',
  languageSystem: 'As in the browser',
  languageHelp: 'Saved on this machine. The page reloads. What agents write is not translated.',
  density: 'Density',
  densities: { compact: 'Compact', comfortable: 'Comfortable' },
  densityHelp: 'Comfortable has taller rows and larger text.',
  zone: 'Time zone',
  zoneLocal: (zone: string) => `This computer: ${zone}`,
  zoneNow: (zone: string, clock: string) =>
    `Times are shown, entered and saved in ${zone}, where it is ${clock}. Point at a time to see its zone.`,
  keysHelp: 'Each can be switched off. Saved on this machine for you only.',

  secret: {
    shownOnce:
      'This is shown once. Copy it now: the server keeps it in a form that nobody can read.',
    copy: 'Copy',
    done: 'I have it',
  },
} as const;

/** Texts of the confirmation of an answer by passkey. */
export const stepUpText = {
  title: 'Confirm with your passkey',
  lead: 'Policy asks for it before this answer is recorded.',
  seal: 'Seal of what you saw',
  signs:
    'Your passkey signs this digest and your answer, and nothing else. It cannot be used twice, and no program can touch for you.',
  touch: 'Touch the sensor, or enter your PIN',
  done: 'Signed',
  failed: 'Not confirmed',
  cancelled: 'It was cancelled or took too long. Nothing was recorded.',
  again: 'Use the passkey',
} as const;
