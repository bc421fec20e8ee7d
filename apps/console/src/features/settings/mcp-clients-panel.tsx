import type { CreatedMcpClient, McpClient } from '@countersign/api/mcp-client';
import { may } from '@countersign/desk/permissions';
import { CircleCheck, CircleHelp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAdministration, useMcpClients } from '../../live/administration-queries.ts';
import { LiveTime } from '../../live/live-time.tsx';
import { useMe } from '../../live/queries.ts';
import { mcpClientsText as text } from '../../text/mcp-clients.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { McpClientDialog } from './mcp-client-dialog.tsx';
import { McpTokenDialog } from './mcp-token-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { OnlyAdmin, Read, Section } from './section.tsx';

/** The programs that may ask people over MCP. */
export function McpClientsPanel() {
  const administration = useAdministration();
  const me = useMe().data;
  const allowed = may(me, 'administer');
  const clients = useMcpClients(allowed);
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<CreatedMcpClient | null>(null);
  const [revoking, setRevoking] = useState<McpClient | null>(null);
  const again = () => clients.refetch();
  const add = async (name: string) => {
    setAdded(await administration.createMcpClient({ name }));
    setAdding(false);
    await again();
  };
  const button = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  );
  return (
    <Section action={allowed ? button : undefined} lead={text.lead} title={text.title}>
      {me !== undefined && !allowed ? <OnlyAdmin /> : null}
      {allowed ? (
        <Read of={clients}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
            ) : (
              <ul className="line-above settings-list">
                {list.map((one) => (
                  <ClientRow client={one} key={one.id} onRevoke={() => setRevoking(one)} />
                ))}
              </ul>
            )
          }
        </Read>
      ) : null}
      <McpClientDialog add={add} onClose={() => setAdding(false)} open={adding} />
      <McpTokenDialog client={added} onClose={() => setAdded(null)} />
      <RemoveDialog
        detail={text.revokeDetail}
        onClose={() => setRevoking(null)}
        remove={() => administration.deleteMcpClient(revoking?.id ?? '').then(again)}
        title={revoking === null ? null : text.revokeAsk(revoking.name)}
        yes={text.revokeYes}
      />
    </Section>
  );
}

function ClientRow({ client, onRevoke }: { client: McpClient; onRevoke: () => void }) {
  const { name, id, createdBy, lastContact } = client;
  return (
    <li className="row-wide wraps-on-phone at-top soft-line-below">
      <div className="grow">
        <div className="row wrapping settings-wrap">
          <b className="strong truncate" dir="auto" lang="">
            {visibleText(name)}
          </b>
          <code className="muted truncate">{id}</code>
        </div>
        <p className="small muted">{text.createdBy(visibleText(createdBy))}</p>
        <p className="small settings-last breakable">
          <Icon
            of={lastContact === null ? CircleHelp : CircleCheck}
            small
            {...(lastContact === null ? {} : { tone: 'done' as const })}
          />
          {lastContact === null ? (
            <span className="muted">{text.never}</span>
          ) : (
            <>
              {text.contact}{' '}
              <span className="muted">
                <LiveTime as="ago" at={lastContact.at} />
                {lastContact.as === null ? null : ` · ${text.as(visibleText(lastContact.as))}`}
              </span>
            </>
          )}
        </p>
      </div>
      <IconButton icon={Trash2} label={text.revoke(name)} onClick={onRevoke} />
    </li>
  );
}
