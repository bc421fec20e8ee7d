import { figure, plural } from '../../count.ts';

/** What happened while an operator was away. */
export const sinceText = {
  title: 'Since you left',
  span: (moment: string) => `since ${moment}`,
  looked: (looked: number, all: number) => `${figure(looked)} of ${figure(all)} seen`,
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  toInbox: 'Go to the inbox',
  loading: 'Loading what happened',
  nothing: 'Nothing needs a look',
  nothingDetail: 'Nothing waits, nothing went by default unseen, nothing failed.',
  side: 'Notes and answers of others',
  kinds: {
    due: 'Due within 15 minutes',
    waits: 'Waits for you',
    defaulted: 'Went by default, nobody saw it',
    expired: 'Expired without an answer',
    trouble: 'Failed, or did not obey',
  },
  went: (did: string) => `default: ${did}`,
  byPeople: 'By others',
  byRules: 'By rules',
  answers: (count: number, edited: number, refused: number) =>
    [
      plural(count, { one: '# answer', other: '# answers' }),
      edited > 0 && `${figure(edited)} edited`,
      refused > 0 && `${figure(refused)} refused`,
    ]
      .filter(Boolean)
      .join(', '),
  defaults: (count: number) =>
    plural(count, { one: '# default applied', other: '# defaults applied' }),
  notes: 'Notes for the next shift',
  noNotes: 'No notes since then.',
  ownNote: 'Your note',
  leaveNote: 'Leave the note',
} as const;
