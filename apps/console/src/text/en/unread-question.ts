/** Texts about a question that could not be read. */
export const unreadText = {
  title: 'This question could not be understood.',
  note: 'What the agent sent is shown as received. Instruct the agent in your own words, or stop it.',
  stop: 'Stop the task',
  ask: 'Stop this task?',
  detail: 'The agent is asked to stop. With its run the question is closed too.',
  yes: 'Stop it',
  way: 'Status of the stop',
} as const;
