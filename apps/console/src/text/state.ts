import { messages } from './messages.ts';

export const { rejectedLabel, stateLabels, runStatusLabels, taskStatusDetail, severityLabels } =
  messages().state;
