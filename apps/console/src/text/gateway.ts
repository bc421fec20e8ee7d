import { messages } from './messages.ts';

export const { gatewayText } = messages().gateway;
