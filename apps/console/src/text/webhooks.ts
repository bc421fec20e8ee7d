import { messages } from './messages.ts';

export const { webhooksText } = messages().webhooks;
