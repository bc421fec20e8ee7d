import type { CreatedProgram, CreateProgram, Program } from '@countersign/api/agents/program';
import { may } from '@countersign/desk/permissions';
import { CircleCheck, CircleHelp, KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { LiveTime } from '../../live/session/live-time.tsx';
import { itemsOf, useChange, useRoute } from '../../live/use-route.ts';
import { operatorsText } from '../../text/administration.ts';
import { programsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDay } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProgramDialog } from './program-dialog.tsx';
import { ProgramTokenDialog } from './program-token-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { OnlyAdmin, Read, Section } from './section.tsx';

/** The programs that may ask people. */
export function ProgramsPanel() {
  const change = useChange();
  const me = useMe().data;
  const allowed = may(me, 'administer');
  const clients = useRoute('GET /api/programs', {}, { enabled: allowed, select: itemsOf });
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<CreatedProgram | null>(null);
  const [revoking, setRevoking] = useState<Program | null>(null);
  const [renewing, setRenewing] = useState<Program | null>(null);
  const [renewed, setRenewed] = useState<string | null>(null);
  const add = async (program: CreateProgram) => {
    setAdded(await change('POST /api/programs', { body: program }));
    setAdding(false);
  };
  const renew = async () => {
    const params = { id: renewing?.id ?? '' };
    const made = await change('POST /api/programs/:id/callback-secret', { params });
    setRenewed(made.callbackSecret);
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
                  <ClientRow
                    client={one}
                    key={one.id}
                    onRenew={() => setRenewing(one)}
                    onRevoke={() => setRevoking(one)}
                  />
                ))}
              </ul>
            )
          }
        </Read>
      ) : null}
      <ProgramDialog add={add} onClose={() => setAdding(false)} open={adding} />
      <ProgramTokenDialog client={added} onClose={() => setAdded(null)} />
      <RemoveDialog
        detail={text.newSecret.detail}
        onClose={() => setRenewing(null)}
        remove={renew}
        title={renewing === null ? null : text.newSecret.ask(renewing.name)}
        yes={text.newSecret.yes}
      />
      <SecretDialog
        how={text.token.secretHelp}
        label={text.token.secret}
        onClose={() => setRenewed(null)}
        secret={renewed}
        title={text.newSecret.made}
      />
      <RemoveDialog
        detail={text.revokeDetail}
        onClose={() => setRevoking(null)}
        remove={() => change('DELETE /api/programs/:id', { params: { id: revoking?.id ?? '' } })}
        title={revoking === null ? null : text.revokeAsk(revoking.name)}
        yes={text.revokeYes}
      />
    </Section>
  );
}

interface ClientRowProps {
  client: Program;
  onRenew: () => void;
  onRevoke: () => void;
}

function ClientRow({ client, onRenew, onRevoke }: ClientRowProps) {
  const { name, id, via, createdBy, lastContact, tokenEndsAt } = client;
  return (
    <li className="row-wide wraps-on-phone at-top soft-line-below">
      <div className="grow">
        <div className="row wrapping settings-wrap">
          <b className="strong truncate" dir="auto" lang="">
            {visibleText(name)}
          </b>
          <Badge>{text.via[via]}</Badge>
          <code className="muted truncate">{id}</code>
        </div>
        <p className="small muted">
          {text.createdBy(visibleText(createdBy))}
          {tokenEndsAt === undefined
            ? null
            : ` · ${operatorsText.tokenEnd.at(formatDay(tokenEndsAt))}`}
        </p>
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
      {via === 'http' ? (
        <IconButton icon={KeyRound} label={text.newSecret.title(name)} onClick={onRenew} />
      ) : null}
      <IconButton icon={Trash2} label={text.revoke(name)} onClick={onRevoke} />
    </li>
  );
}
