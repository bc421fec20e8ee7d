import { messages } from './messages.ts';

export const { originLabels, answerRouteText, originText } = messages().decisionOrigin;
