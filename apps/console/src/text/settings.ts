import { messages } from './messages.ts';

export const { settingsText } = messages().settings;
