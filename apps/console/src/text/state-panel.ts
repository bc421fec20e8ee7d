import { messages } from './messages.ts';

export const { statePanelText } = messages().statePanel;
