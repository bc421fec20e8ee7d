import { runStatusLabels, stateLabels } from '../words.ts';

const named = (kind: string, labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([state, label]) => [`${kind}.${state}`, label] as const);

/** States within a sentence, as they are labelled elsewhere. */
export const statementsOfStates: Readonly<Record<string, string>> = Object.fromEntries([
  ...named('state', stateLabels),
  ...named('run-status', runStatusLabels),
]);
