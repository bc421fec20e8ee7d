import { agUiProtocol } from './ag-ui/protocol.ts';
import { runControlMethods } from './control/run-controls.ts';
import type { AgentProtocol } from './protocol/agent-protocol.ts';

/**
 * For an agent without a declared protocol: each event is read as HAI or AG-UI, whichever it is, and requests have AG-UI's
 * body, which readers of both accept.
 */
export const detectedProtocol: AgentProtocol = {
  ...agUiProtocol,
  id: 'detect',
  describe: () => ({
    name: 'Detect',
    about: 'HAI or AG-UI, recognised by what the agent sends.',
    fields: ['feedback', 'control', 'tools'],
    origins: [],
    attachments: ['text', 'file'],
    controls: runControlMethods.map(({ description }) => description),
  }),
  detect: () => false,
};
