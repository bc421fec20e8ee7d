import { figure } from '../count.ts';

/** Texts of notifications. */
export const notifyText = {
  title: 'Notifications',
  lead: 'Only for questions that block an agent, once for each, until somebody has looked at it. Kept on this machine for you alone.',
  on: 'Notify me when this window is not in front',
  onHelp: (permission: string) => `By a notification of this browser. ${permission}`,
  words: 'What it says',
  plain: 'A decision is needed',
  plainLabel: 'Only that a decision is needed',
  askLabel: 'What is asked, and by whom',
  wordsHelp: 'Notifications may show on a locked screen.',
  repeat: 'Notify again',
  repeatNever: 'Never',
  repeatEvery: (span: string) => `Every ${span} until seen`,
  sound: 'Play a short tone',
  soundHelp: 'One tone, however many questions come at once. Never for follow-ups.',
  test: 'Show one now',
  tested: 'Shown. If you saw nothing, your operating system blocks it.',
  testTitle: 'This is how it looks',
  allow: 'Allow notifications',
  permission: {
    granted: 'Allowed in this browser.',
    denied:
      'Notifications are blocked in this browser. Its settings for this site can allow them again.',
    default: 'Not asked yet.',
    missing: 'This browser has no notifications here. They need https, or this machine itself.',
  },
  asks: (agent: string) => `${agent} asks`,
  many: (count: number) => `${figure(count)} decisions are needed`,
  product: 'Countersign',

  bell: (count: number) => (count === 0 ? 'Nothing new' : `Not looked at yet: ${figure(count)}`),
  unseen: 'Not looked at yet',
  none: 'Nothing that waits for you is new.',
  viewer: 'Viewers are not notified: questions wait for those who can answer.',
  more: (count: number) => `${figure(count)} more in the inbox`,
  reported: 'You are notified when this window is not in front.',
  notNotified: 'Notifications are off.',
  turnOn: 'Turn on',
  change: 'Settings',
} as const;
