import { figure, plural } from '../count.ts';

/** Texts about deadlines, snoozing, escalation and taking back. */
export const decisionTimeText = {
  sendDefault: 'Send the default now',
  extend: (span: string) => `Extend by ${span}`,
  extensionsLeft: (left: number) => (left === 0 ? 'used up' : `${figure(left)} left`),
  noExtension: 'The agent does not allow another extension',
  // Escalation
  ladder: 'Escalation',
  nobodyClaims: (clock: string, then: string) => `If nobody claims it by ${clock}, ${then}.`,
  toGroup: (group: string) => `it goes to group ${group}`,
  toDefault: 'the default is sent',
  toDefaultNone: 'it stays open, because there is no default',
  then: ', then ',
  claimed: 'Claimed, so its escalation is paused.',
  forGroup: (group: string) => `Escalated to group ${group}.`,
  // After the automatic advance
  lastAnswer: 'Previous answer',
  lastIsBack: 'Recalled, and open again.',
  openLast: 'Open it',
  closeLast: 'Hide this',
  // Snooze
  snooze: 'Snooze',
  snoozeTitle: 'Snooze this question',
  snoozeMany: (count: number) => `Snooze ${figure(count)} questions`,
  snoozeNote: 'Hidden from everyone, but still counted. Its deadline keeps running.',
  until: 'Until',
  preset: { quarter: '15 min', hour: '1 h', tomorrow: 'Tomorrow 8:00', custom: 'Another time' },
  customTime: 'Time',
  pastDeadline: (clock: string) => `After the deadline, ${clock}`,
  pastHour: 'Critical questions: one hour at most',
  tooFar: '30 days at most',
  over: 'This time has passed',
  noTime: 'Choose a time',
  reason: 'Reason',
  reasonHint: 'What are we waiting for? Everyone sees this',
  snoozing: 'Snoozing',
  snoozedBy: (name: string, clock: string) => `Snoozed by ${name} until ${clock}`,
  wake: 'Wake',
  waking: 'Waking',
  // Taking back
  leavesIn: (seconds: number) => `Delivery starts in ${figure(seconds)} s. Nothing is sent before.`,
  leaving: 'Delivery starts now.',
  heldFor: (count: number) =>
    plural(count, {
      one: 'Held until # other question of this run is answered.',
      other: 'Held until # other questions of this run are answered.',
    }),
  heldForRun: 'Delivered with the next run: another run of the task is active.',
  recall: 'Recall',
  recallOf: (name: string) => `Recall ${name}’s answer`,
  recalling: 'Recalling',
  recalledKept: 'Your draft was restored.',
  takenBack: 'Your answer was recalled before it was sent.',
  recordedAt: (clock: string) => `recorded ${clock}.`,
} as const;
