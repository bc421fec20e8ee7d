import type { Agent } from '@countersign/api/agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { useQueryClient } from '@tanstack/react-query';
import { AgentDialog } from '../../features/agents/agent-dialog.tsx';
import { useLibraries, useProtocols } from '../../live/agent-queries.ts';
import { useAgents } from '../../live/queries.ts';
import { queryKeys } from '../../live/query-keys.ts';
import { useClient } from '../../live/session/client-context.tsx';

/** The dialog that adds an agent (`agent` null) or changes one. */
export function EditAgent({
  editing,
  onClose,
}: {
  editing: { agent: Agent | null } | null;
  onClose: () => void;
}) {
  const client = useClient();
  const cache = useQueryClient();
  const agents = useAgents();
  const protocols = useProtocols();
  const libraries = useLibraries(editing?.agent === null);
  const save = async (body: AgentDescriptor) => {
    const { id, ...rest } = body;
    if (editing?.agent) await client.api.updateAgent(id, rest);
    else await client.api.createAgent(body);
    await cache.invalidateQueries({ queryKey: queryKeys.agents });
    onClose();
  };
  return (
    <AgentDialog
      agent={editing?.agent ?? null}
      libraries={editing?.agent === null ? (libraries.data ?? []) : []}
      onOpenChange={(open) => open || onClose()}
      open={editing !== null}
      protocols={protocols.data ?? []}
      save={save}
      taken={(agents.data ?? []).map(({ id }) => id)}
      test={(body) => client.api.testAgent(body)}
    />
  );
}
