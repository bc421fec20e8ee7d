/** Texts about the demo, in which nothing is live. */
export const demoText = {
  label: 'Demo',
  bar: 'Demo: a recording of real agents, replayed in this page. Nothing is sent anywhere.',
  continues: (answer: string) =>
    `This is a recording. Your answer was recorded like any other, but the agents continue with the one given at the time: ${answer}.`,
  cannotReceive:
    'This is a recording: the agents do not receive what you write. With a server they receive it at once.',
  startedFrom: (title: string) =>
    `This is a recording of “${title}”. The agents answer that request, whatever you ask.`,
  noNetwork: 'The demo has no network. Only the recorded agents can be started.',
  cannotRestart: 'The demo has no agents that could start again: it replays a recording.',
  noCalls: 'The demo has no network: nothing was called.',
  operator: 'Demo operator',
};
