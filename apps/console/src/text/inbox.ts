import type { FeedbackType } from '@countersign/upformat/message';

const prompts = (count: number) => `${String(count)} ${count === 1 ? 'prompt' : 'prompts'}`;

/** What somebody did, in one word of the past. */
export const didWords: Record<FeedbackType, string> = {
  approve: 'approved',
  reject: 'rejected',
  edit: 'edited',
  rank: 'ranked',
  comment: 'commented',
  instruction: 'instructed',
};

export const inboxText = {
  title: 'Inbox',
  queue: 'Queue',
  prompts: 'Prompts',
  blocking: 'Blocking',
  followups: 'Follow-ups',
  blockingRule: 'by deadline',
  followupRule: 'a default applies',
  followupRulePlain: 'nobody is blocked',
  allOpen: 'All open',
  filter: 'Filter',
  filterBy: 'Filter the queue',
  find: 'Find',
  findHint: 'Words in the ask, agent or task',
  agent: 'Agent',
  everyAgent: 'Every agent',
  kind: 'Kind',
  everyKind: 'Blocking and follow-ups',
  clearFilters: 'Clear filters',
  newPill: (count: number, blocking: number) =>
    blocking === 0 || blocking === count
      ? `${String(count)} new${blocking === count && blocking > 0 ? ' blocking' : ''}`
      : `${String(count)} new, ${String(blocking)} blocking`,
  clearDone: (count: number) => `Clear ${String(count)} answered`,
  announceNew: (count: number, blocking: number) =>
    `${prompts(count)} waiting to be shown, ${String(blocking)} blocking`,
  loading: 'Reading the open prompts',
  failed: 'The prompts could not be read',
  nothing: 'Nothing blocks anyone',
  nothingDetail: 'New prompts appear here by themselves.',
  noMatch: 'No prompt matches',
  noMatchDetail: (open: number) => `${prompts(open)} open in all.`,
  chooseOne: 'No prompt is open here',
  chooseOneDetail: 'Choose one on the left, or press J.',
  nothingToChoose: 'The queue is empty. Agents ask here while a task of theirs runs.',
  keysName: 'Inbox',
  keyNext: 'Next prompt',
  keyPrevious: 'Previous prompt',
  keyOpen: 'Go into the prompt',
  keyBack: 'Back to the queue',
  keySelect: 'Select the prompt',
  keyRange: 'Select up to here',
  move: 'move',
  open: 'open',
  answered: (did: string, by: string) => `${did} by ${by}`,
  you: 'you',
  defaulted: 'default applied',
  expired: 'expired',
  withdrawn: 'withdrawn',
  sending: 'sending',
} as const;
