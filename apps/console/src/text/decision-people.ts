import { messages } from './messages.ts';

export const { peopleText } = messages().decisionPeople;
