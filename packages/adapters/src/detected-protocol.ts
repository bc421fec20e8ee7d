import { agUiProtocol } from './ag-ui/protocol.ts';
import { controlWays } from './control/control-ways.ts';
import type { AgentProtocol } from './protocol/agent-protocol.ts';

/**
 * Of an agent that nobody declared: its events are read as what they are, HAI or AG-UI, and it is asked in a body that readers
 * of both accept, which is AG-UI's.
 */
export const detectedProtocol: AgentProtocol = {
  ...agUiProtocol,
  id: 'detect',
  describe: () => ({
    name: 'Detect',
    about: 'HAI or AG-UI: each event is read as what it is.',
    fields: ['feedback', 'control', 'tools'],
    origins: [],
    controls: controlWays.map(({ description }) => description),
  }),
  detect: () => false,
};
