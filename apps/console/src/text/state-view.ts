import { messages } from './messages.ts';

export const { stateText } = messages().stateView;
