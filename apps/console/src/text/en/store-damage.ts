import type { StorePart } from '@countersign/api/store-state';
import type { PartText } from '../message-parameters.ts';

export const damageText = {
  title: 'Parts of the store cannot be read',
  intro: 'A page of the database on the server’s disk is damaged. Everything else works.',
  whatToDo:
    'Inform the administrator: stop the server, check the disk, and restore a backup of the database.',
  more: 'More in the guide',
  unknownPart: 'Something in it is missing.',
} as const;

/** Texts for each part of the store. */
export const damagedParts: Record<StorePart, PartText> = {
  rules: {
    name: 'Rules',
    meaning: 'Rules cannot be read: no rule answers. Their questions wait for you.',
  },
  policies: {
    name: 'Escalation policy',
    meaning: 'The policy of a new installation applies until yours can be read.',
  },
  webhooks: {
    name: 'Webhooks',
    meaning: 'No webhook is called. Do not count on being paged.',
  },
  calls: { name: 'Calls of webhooks', meaning: 'Some calls to webhooks are not made.' },
  prompts: {
    name: 'Questions',
    meaning: 'Some questions show no agent’s name, no title and no holder.',
  },
  claims: { name: 'Claims', meaning: 'Who holds a question may be missing or out of date.' },
  drafts: {
    name: 'Drafts',
    meaning: 'Some drafts on the server are lost. What you wrote in this browser is kept.',
  },
  sessions: { name: 'Sessions', meaning: 'Some people may have to sign in again.' },
  contacts: { name: 'Contact with agents', meaning: 'The last contact with agents is not known.' },
  'dismissed-tools': {
    name: 'Dismissed tools',
    meaning: 'Tools that were dismissed may ask again.',
  },
  states: {
    name: 'Declared states',
    meaning: 'Unusual changes of state may not be marked.',
  },
  runs: { name: 'Runs', meaning: 'Some runs were not joined again: their tasks do not continue.' },
  controls: { name: 'Pause and stop', meaning: 'Some requests to pause or stop are not sent.' },
  outbox: {
    name: 'Answers on their way',
    meaning: 'Some answers were not sent. Their questions are open again: answer them again.',
  },
  time: {
    name: 'Snoozes and escalation',
    meaning: 'After the clock was set, some snoozes and steps keep their old time.',
  },
};
