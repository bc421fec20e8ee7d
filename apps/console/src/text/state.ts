import { messages } from './messages.ts';

export const { stateWords, runStatusWords, taskStatusDetail, severityWords } = messages().state;
