import { messages } from './messages.ts';

export const {
  rejectedLabel,
  unansweredLabel,
  stateLabels,
  runStatusLabels,
  taskStatusDetail,
  severityLabels,
} = messages().state;
