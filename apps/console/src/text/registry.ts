import { messages } from './messages.ts';

export const { registryText } = messages().registry;
