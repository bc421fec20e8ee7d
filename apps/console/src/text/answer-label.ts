import { messages } from './messages.ts';

export const { withOwnLabel } = messages().withOwnLabel;
