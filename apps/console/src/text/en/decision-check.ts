import { figure, plural } from '../count.ts';

/** Texts about checks of an edit by the agent, and about the parts next to its question. */
export const checkText = {
  title: 'Checked by the agent',
  figures: 'Beside the proposal',
  figuresOfEdit: 'With your changes',
  redrawing: 'Redrawing',
  checking: (agent: string) => `${agent} is checking your changes`,
  fieldsFirst: (agent: string) => `${agent} checks your changes once the fields are right.`,
  fine: (agent: string) => `${agent} found no problem.`,
  says: (agent: string, errors: number, warnings: number) =>
    [
      errors > 0
        ? `${agent} would not accept this: ${plural(errors, { one: '# error', other: '# errors' })}`
        : '',
      warnings > 0 ? plural(warnings, { one: '# warning', other: '# warnings' }) : '',
    ]
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(\d)/, `${agent} says: $1`),
  unchecked: (agent: string) => `Not checked by ${agent}.`,
  again: 'Check again',
  maySend: 'You can still send it.',
  refused: (agent: string) => `${agent} would not accept this value`,
  severity: { error: 'Error', warning: 'Warning' },
  more: (count: number) => `${figure(count)} more`,
  sentBy: 'The agent:',
} as const;
