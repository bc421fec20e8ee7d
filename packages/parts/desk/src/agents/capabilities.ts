import { describedControl } from '@countersign/adapters/control/described-control';
import type { AgentCapabilities } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';

/** A descriptor as it is stored: with what the agent can be asked, according to its protocol. */
export type StoredDescriptor = AgentDescriptor & { capabilities?: AgentCapabilities };

/** The capabilities of an agent; descriptors stored by an older release have none, so they are derived. */
export const capabilitiesOf = (stored: StoredDescriptor): AgentCapabilities =>
  stored.capabilities ?? describedControl.capabilities(stored);
