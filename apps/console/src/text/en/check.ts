import { plural } from '../count.ts';

const runs = (count: number) => plural(count, { one: '# run', other: '# runs' });

/** Texts of the check of an agent. What it finds is in the words of the server. */
export const checkText = {
  open: 'Check',
  hint: 'Checks it against the protocol, by real runs.',
  title: (agent: string) => `Check ${agent}`,
  about:
    'Runs are started, answered, repeated, disconnected, paused and stopped, and requests are sent that the agent must refuse. The report says what its author has to correct.',
  real: 'The agent does real work: what it asks is answered, with approval where possible. Use an agent whose work does no harm.',
  message: 'Message',
  messageHelp: 'Starts each run. Use one that makes the agent ask a question.',
  start: 'Start the check',
  failed: 'The check was not started',
  cancel: 'End the check',
  going: (count: number) =>
    `Checking. ${plural(count, { one: '# finding', other: '# findings' })} so far; it takes two minutes at most.`,
  cut: 'The check was ended before its report. This is what was found.',
  nothingFailed: (count: number) => `Nothing failed. ${runs(count)} were started.`,
  someFailed: (failed: number, count: number) =>
    `${plural(failed, { one: '# check', other: '# checks' })} failed. ${runs(count)} were started.`,
  groups: {
    fail: (count: number) => plural(count, { one: '# to correct', other: '# to correct' }),
    warn: (count: number) => plural(count, { one: '# to note', other: '# to note' }),
    skip: (count: number) => plural(count, { one: '# not checked', other: '# not checked' }),
    pass: (count: number) => plural(count, { one: '# passed', other: '# passed' }),
  },
  copy: 'Copy the report',
  report: 'Report as JSON',
};
