import { messages } from './messages.ts';

export const { stateLabels, runStatusLabels, taskStatusDetail, severityLabels } = messages().state;
