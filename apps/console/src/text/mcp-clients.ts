import { messages } from './messages.ts';

export const { mcpClientsText } = messages().mcpClients;
