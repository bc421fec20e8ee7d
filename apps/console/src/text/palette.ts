/** Words of the command palette. */
export const paletteText = {
  title: 'Search or run a command',
  placeholder: 'A page, a task, a question, a command',
  none: 'Nothing matches',
  groups: { go: 'Go to', here: 'This task', do: 'Do', prompts: 'Questions', tasks: 'Tasks' },
  inbox: 'Inbox',
  tasks: 'Tasks',
  agents: 'Agents',
  start: 'Start a task',
  theme: 'Switch theme',
  keys: 'Show all keys',
  pause: 'Pause this task',
  resume: 'Resume this task',
  stop: 'Stop this task',
  stopAgain: 'Stop this task: choose again to confirm',
  blocking: 'blocking',
  followup: 'follow-up',
};
