/** What the hiring crew says to people, in English. What agents hand to each other is not translated. */
export const en = {
  stopped: 'The operator stopped the task. No more mails are sent.',
  accepted: 'The request is accepted.',
  handsOver: 'The Freelancer Recommender searches, and I return with a shortlist. ',
  saidMeanwhile: (said: readonly string[]): string =>
    `Meanwhile you said: “${said.join('”, “')}”. I have the list ranked again. `,
  limitsChange: (instruction: string): string =>
    `The limits change: “${instruction}”. I have the list ranked again. `,
  calledOff: 'Nobody is invited: the search was cancelled.',
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
    `${count} candidates are ranked; the top ${invited === 2 ? 'two' : invited} are invited unless you choose.`,
  whom: 'Whom shall I invite?',
  defaultReason: (seconds: number, names: readonly string[]): string =>
    `Nobody answered within ${seconds} seconds: ${names.join(' and ')} are invited.`,
  mailsGo: (count: number, names: readonly string[]): string =>
    `${count === 1 ? 'One mail goes' : `${count} mails go`} out at once, to ${names.join(' and ')}.`,
  firstGetMail: (count: number): string => `A mail goes out at once to each of the first ${count}.`,
  whereToWork: (role: string): string => `Where should the ${role} work?`,
  answeredBefore: ({ location, approvedBy, path }: Answered): string =>
    `A person answered this before: ${location.city}${approvedBy === null ? '' : `, approved by ${approvedBy}`} ([memory](${path})).`,
  whatToKnow: (role: string): string => `What must the ${role} know?`,
  nobodyFits: (role: string): string => `Nobody fits as “${role}”. What may change?`,
  whereQuestion: 'Where is the work done?',
  remoteQuestion: 'Is a fully remote person acceptable?',
  no: 'no',
  limitQuestion: 'Which limit may be wider?',
  poolRanked: 'The pool is ranked with these requirements. No mail is sent yet.',
  noTown: 'I found no town that I know in that.',
  skillAndPlace: 'At least one skill and a place of work are needed.',
  noLocation: (profiles: number): string =>
    `No location was given. I cannot rank ${profiles} profiles without one.`,
  noSkill: 'No skill was named that I know. I cannot distinguish the profiles.',
  thanks: (brief: string): string => `Thank you. Now: ${brief}. `,
  leading: (shown: number, total: number): string =>
    `So far **${shown} people** stand out of ${total} who fit:\n\n`,
  searched: (found: Found, isPlaced: boolean): string =>
    isPlaced
      ? `${found.total} profiles, ${found.skills} with the skills, ${found.rate} within the rate, ${found.travel} near enough, ${found.availability} free in time.`
      : `${found.total} profiles, ${found.skills} with the skills, ${found.rate} of them within the rate. How far they live from the work is unknown.`,
  certainty: (data: string, pool: string, margin: string, fit: string): string =>
    `Known requirements ${data}, choice ${pool}, distance to the next ${margin}, fit of the last proposed ${fit}.`,
  tooFew: (fitting: number, count: number, found: Found): string =>
    `${fitting === 0 ? 'Nobody fits' : `Only ${fitting} of ${count} people fit`} all limits: ${found.skills} have the skills, ${found.rate} are within the rate, ${found.travel} near enough, ${found.availability} free in time.`,
  fitBest: (first: string, second: string | null, count: number): string =>
    `${first} and ${second ?? 'nobody else (–)'} fit best of ${count}.`,
  travelEstimated: 'Travel is estimated from the distance, door to door.',
  remoteUnknown: 'Nothing was said about remote work, so every day counts as on site.',
  startUnknown: 'No start date was given, so everyone counts as free in time.',
  rateUnlimited: 'No limit of the rate was given.',
  paymentsRead: '"Payments" is read as the skill Payment flows, at working level.',
  cheapest: (reason: string): string => `the lowest rate of the others: ${reason}`,
  nearest: (reason: string): string => `the shortest journey of the others: ${reason}`,
  readAs: (isChanged: boolean, brief: string): string =>
    `${isChanged ? 'The limits have changed.' : 'A new request.'} I read it as: ${brief}. `,
  enough: 'That is enough to search. I compare skills first, then rate, journey and start.',
  isMissing: (missing: readonly ('location' | 'skills')[]): string =>
    `What is missing is the ${missing.join(' and the ')}; without it travel and rank mean nothing, so I have to ask.`,
  leads: (count: number, name: string, score: string, parts: Scores): string =>
    `${count} people are left. ${name} leads with ${score}: skills ${parts.skills}, journey ${parts.travel}, rate ${parts.rate}, start ${parts.availability}. `,
  next: (name: string, score: string): string => `Next is ${name} with ${score}. `,
  weighs: 'The model weighs the best of them. ',
  confidence: (value: string, threshold: string): string =>
    `My confidence is ${value}; I ask below ${threshold}.`,
  /** Titles and descriptions of fields by their English ones; the others stay. */
  fields: {} as Readonly<Record<string, string>>,
};

/** What a person has answered before, who approved it to be used again, and where people see it. */
interface Answered {
  location: { city: string };
  approvedBy: string | null;
  path: string;
}

/** How many profiles passed each limit. */
interface Found {
  total: number;
  skills: number;
  rate: number;
  travel: number;
  availability: number;
}

type Scores = Record<'skills' | 'travel' | 'rate' | 'availability', string>;
