import { figure, plural } from '../count.ts';

/** Texts of what is attached to a request. */
export const attachText = {
  title: 'Attachments',
  help: 'The agent receives them with your message, which lists their names.',
  none: 'Agents of this protocol accept text files only.',
  file: 'Attach a file',
  text: 'Attach a text',
  result: 'Attach a result',
  name: 'Name of the text',
  words: 'Text',
  task: 'Task whose result is attached',
  chooseTask: 'Choose a task',
  add: 'Attach',
  cancel: 'Cancel',
  remove: (name: string) => `Remove ${name}`,
  chars: (count: number) => plural(count, { one: '# character', other: '# characters' }),
  kilobytes: (size: number) => `${figure(size)} kB`,
  resultOf: 'its last output',
  tooMany: (most: number) => `At most ${figure(most)} attachments`,
  tooLong: (name: string, most: number) => `${name} has more than ${figure(most)} characters`,
  tooLarge: (name: string, size: number) => `${name} is larger than ${figure(size)} kB`,
  empty: (name: string) => `${name} is empty`,
  unreadable: (name: string) => `${name} cannot be read`,
  message: {
    title: (agent: string) => `Message with attachments to ${agent}`,
    label: 'Message',
    send: 'Send',
    failed: 'The message was not sent',
  },
  notText: (name: string) => `${name} is not text: this agent accepts only text`,
};
