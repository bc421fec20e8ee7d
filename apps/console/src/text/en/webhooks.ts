import { figure } from '../count.ts';
import { severityLabels } from './state.ts';

/** Texts of the webhooks. */
export const webhooksText = {
  title: 'Webhooks',
  lead: 'Addresses that are called when a question blocks an agent. A call says that somebody is needed, not what is asked.',
  add: 'Add a webhook',
  none: 'No webhook yet',
  noneDetail:
    'Add one to reach people who are not at this screen: a chat, a pager, a program of your own.',
  on: 'On',
  off: 'Off',
  from: (severity: keyof typeof severityLabels) =>
    severity === 'info' ? 'Every severity' : `${severityLabels[severity]} and above`,
  once: 'Once for each question',
  again: (span: string) => `Again every ${span} until somebody has looked`,
  never: 'Not called yet',
  delivered: 'Delivered',
  failed: 'Failed',
  status: (status: number) => `status ${status}`,
  attempts: (count: number) => `${figure(count)} attempts`,
  ofTest: 'test',
  test: 'Test',
  testing: 'Testing',
  edit: (name: string) => `Change ${name}`,
  remove: (name: string) => `Remove ${name}`,
  switchOf: (name: string) => `${name} is called`,
  removeAsk: (name: string) => `Remove ${name}?`,
  removeDetail: 'It is not called any more. Its secret is gone for good.',
  removeYes: 'Remove webhook',
  form: {
    addTitle: 'Add a webhook',
    editTitle: (name: string) => `Change ${name}`,
    name: 'Name',
    nameBad: 'Give a name of at most 80 characters',
    url: 'URL',
    urlHelp: 'Called by POST. Private networks only if the server is set up to allow them.',
    urlBad: 'An http or https address',
    severity: 'From severity',
    repeat: 'Call again',
    repeatNever: 'Never',
    repeatEvery: (span: string) => `Every ${span} until seen`,
    enabled: 'Call this address',
    add: 'Add',
    save: 'Save',
  },
  secret: {
    title: (name: string) => `${name} is added`,
    label: 'Secret that signs the calls',
    how: 'Put it where the receiver checks signatures (Standard Webhooks, header webhook-signature).',
  },
} as const;
