import { plural } from '../count.ts';

const runs = (count: number) => plural(count, { one: '# run', other: '# runs' });

/** Texts of the check of an agent. What it finds is in the words of the server. */
export const checkText = {
  open: 'Check',
  hint: 'Checks it against the protocol with real runs.',
  title: (agent: string) => `Check ${agent}`,
  about:
    'The check starts, answers, repeats, disconnects, pauses and stops runs, and sends requests that the agent must refuse. The report says what its author has to fix.',
  real: 'The agent does real work: the check answers its questions and approves where it can. Use an agent that can do no harm.',
  message: 'Message',
  messageHelp: 'Starts each run. Use one that makes the agent ask a question.',
  start: 'Start the check',
  failed: 'The check was not started',
  cancel: 'Stop the check',
  going: (count: number) =>
    `Checking. ${plural(count, { one: '# finding', other: '# findings' })} so far; it takes two minutes at most.`,
  cut: 'The check was stopped before its report. These are its findings so far.',
  nothingFailed: (count: number) => `Nothing failed. ${runs(count)} were started.`,
  someFailed: (failed: number, count: number) =>
    `${plural(failed, { one: '# check', other: '# checks' })} failed. ${runs(count)} were started.`,
  groups: {
    fail: (count: number) => plural(count, { one: '# to fix', other: '# to fix' }),
    warn: (count: number) => plural(count, { one: '# warning', other: '# warnings' }),
    skip: (count: number) => plural(count, { one: '# not checked', other: '# not checked' }),
    pass: (count: number) => plural(count, { one: '# passed', other: '# passed' }),
  },
  copy: 'Copy the report',
  report: 'Report as JSON',
};
