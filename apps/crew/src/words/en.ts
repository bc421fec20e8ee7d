/** What the hiring crew says to people, in English. What agents hand to each other is not translated. */
export const en = {
  stopped: 'The operator stopped the task. Nobody more is written to.',
  accepted: 'The request is accepted.',
  handsOver: 'I hand this to the Freelancer Recommender and come back with a shortlist. ',
  saidMeanwhile: (said: readonly string[]): string =>
    `You said meanwhile: “${said.join('”, “')}”. I have the list ranked again. `,
  limitsChange: (instruction: string): string =>
    `The limits change: “${instruction}”. I have the list ranked again. `,
  calledOff: 'Nobody is invited: the search was called off.',
  shortlistReady: 'The shortlist is ready.',
  nobodyInvited: (reason: string | null): string =>
    `Nobody is invited${reason === null ? '' : ` (${reason})`}. The shortlist stays in this thread.`,
  shortlistRejected: 'Nobody is invited: the shortlist was rejected.',
  invites: (names: readonly string[]): string => `I invite ${names.join(' and ')}. `,
  notMapped: 'Nobody is invited: the fields were not mapped.',
  invited: (names: readonly string[], role: string, mailbox: string): string =>
    `Done: ${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} been invited as **${role}** by mail. The [mailbox](${mailbox}) shows what went out.`,
  whomToInvite: (role: string): string => `Whom shall I invite as “${role}”?`,
  ranked: (count: number, invited: number): string =>
    `${count} candidates are ranked; the top ${invited === 2 ? 'two' : invited} go out unless you choose.`,
  whom: 'Whom shall I invite?',
  defaultReason: (seconds: number, names: readonly string[]): string =>
    `Nobody answered within ${seconds} seconds: ${names.join(' and ')} are invited.`,
  mailsGo: (count: number, names: readonly string[]): string =>
    `${count === 1 ? 'One mail goes' : `${count} mails go`} out at once, to ${names.join(' and ')}.`,
  firstGetMail: (count: number): string => `A mail goes out at once to each of the first ${count}.`,
  whereToWork: (role: string): string => `Where should the ${role} work?`,
  whatToKnow: (role: string): string => `What must the ${role} know?`,
  nobodyFits: (role: string): string => `Nobody fits as “${role}”. What may change?`,
  whereQuestion: 'Where is the work done?',
  remoteQuestion: 'Is a fully remote person acceptable?',
  no: 'no',
  limitQuestion: 'Which limit may be wider?',
  poolRanked: 'The pool is ranked with these requirements. Nobody is written to yet.',
  noTown: 'I found no town that I know in that.',
  skillAndPlace: 'At least one skill and a place of work are needed.',
  noLocation: (profiles: number): string =>
    `No location was given. I cannot rank ${profiles} profiles without one.`,
  noSkill: 'No skill was named that I know. I cannot tell the profiles apart.',
  thanks: (brief: string): string => `Thank you. Now: ${brief}. `,
  stand: (shown: number, total: number): string =>
    `So far **${shown} people** stand out of ${total} who fit:\n\n`,
};
