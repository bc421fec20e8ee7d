import { describedControl } from '@countersign/adapters/control/described-control';
import type { AgentCapabilities } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';

/** A descriptor as it is stored: what its protocol says that the agent can be asked stands beside it. */
export type StoredDescriptor = AgentDescriptor & { capabilities?: AgentCapabilities };

/** What an agent can be asked; an older release has stored nothing but what the descriptor says. */
export const capabilitiesOf = (stored: StoredDescriptor): AgentCapabilities =>
  stored.capabilities ?? describedControl.capabilities(stored);
