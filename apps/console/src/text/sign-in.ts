import { messages } from './messages.ts';

export const { signInText } = messages().signIn;
