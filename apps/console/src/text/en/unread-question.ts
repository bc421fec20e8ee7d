/** Texts about a question that could not be read. */
export const unreadText = {
  title: 'This question could not be read.',
  note: 'What the agent sent is shown as received. Instruct the agent in your own words, or stop it.',
  stop: 'Stop the task',
  ask: 'Stop this task?',
  detail: 'The agent is asked to stop. The question is closed when its run ends.',
  yes: 'Stop task',
  way: 'Status of the stop',
} as const;
