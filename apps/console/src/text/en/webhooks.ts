import { figure } from '../count.ts';
import { severityLabels } from './state.ts';

/** Texts of the webhooks. */
export const webhooksText = {
  title: 'Webhooks',
  lead: 'Addresses that are called when a question blocks an agent. A call says that someone is needed, not what is asked.',
  add: 'Add a webhook',
  none: 'No webhooks yet',
  noneDetail:
    'Add one to reach people who are not at this screen: a chat, a pager, a program of your own.',
  on: 'On',
  off: 'Off',
  from: (severity: keyof typeof severityLabels) =>
    severity === 'info' ? 'Every severity' : `${severityLabels[severity]} and above`,
  once: 'Once for each question',
  again: (span: string) => `Again every ${span} until someone has seen it`,
  never: 'Not called yet',
  delivered: 'Delivered',
  failed: 'Failed',
  status: (status: number) => `status ${status}`,
  attempts: (count: number) => `${figure(count)} attempts`,
  ofTest: 'test',
  test: 'Test',
  testing: 'Testing',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  switchOf: (name: string) => `Call ${name}`,
  removeAsk: (name: string) => `Remove ${name}?`,
  removeDetail: 'It is no longer called. Its secret is deleted.',
  removeYes: 'Remove webhook',
  form: {
    addTitle: 'Add a webhook',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameBad: 'Enter a name of at most 80 characters',
    url: 'URL',
    urlHelp: 'Called with POST. Private networks only if the server allows them.',
    urlBad: 'Enter an http or https address',
    severity: 'From severity',
    repeat: 'Call again',
    repeatNever: 'Never',
    repeatEvery: (span: string) => `Every ${span} until seen`,
    enabled: 'Call this address',
    add: 'Add',
    save: 'Save',
  },
  secret: {
    title: (name: string) => `${name} was added`,
    label: 'Secret that signs the calls',
    how: 'Put it where the receiver checks signatures (Standard Webhooks, header webhook-signature).',
  },
} as const;
