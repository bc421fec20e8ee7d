import type { Agent } from '@countersign/api/agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { AgentDialog } from '../../features/agents/agent-dialog.tsx';
import { useAgents } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useChange, useRoute } from '../../live/use-route.ts';

/** The dialog that adds an agent (`agent` null) or changes one. */
export function EditAgent({
  editing,
  onClose,
}: {
  editing: { agent: Agent | null } | null;
  onClose: () => void;
}) {
  const { call } = useClient().api;
  const change = useChange();
  const agents = useAgents();
  const protocols = useRoute('GET /api/protocols', {}).data?.items ?? [];
  const enabled = editing?.agent === null;
  const libraries = useRoute('GET /api/libraries', {}, { enabled }).data?.items ?? [];
  const save = async (body: AgentDescriptor) => {
    const { id, ...rest } = body;
    if (editing?.agent) await change('PATCH /api/agents/:id', { params: { id }, body: rest });
    else await change('POST /api/agents', { body });
    onClose();
  };
  return (
    <AgentDialog
      agent={editing?.agent ?? null}
      libraries={editing?.agent === null ? libraries : []}
      onOpenChange={(open) => open || onClose()}
      open={editing !== null}
      protocols={protocols}
      save={save}
      taken={(agents.data ?? []).map(({ id }) => id)}
      test={(body) => call('POST /api/agents/test', { body })}
    />
  );
}
