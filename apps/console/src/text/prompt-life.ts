import { messages } from './messages.ts';

export const { promptLifeText } = messages().promptLife;
