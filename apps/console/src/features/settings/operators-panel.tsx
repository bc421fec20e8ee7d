import { administratorId, type Operator } from '@countersign/api/operator';
import { may } from '@countersign/desk/permissions';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { itemsOf, useChange, useRoute } from '../../live/use-route.ts';
import { commonText, groupsText, passkeysText, operatorsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { PersonAvatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CsvButton } from '../../ui/files/csv-button.tsx';
import { formatDay } from '../../ui/format-time.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { OperatorDialog } from './operator-dialog.tsx';
import { GroupsPart } from './people/groups-part.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { OnlyAdmin, Read, Section } from './section.tsx';
import { operatorsCsv } from './settings-csv.ts';

/** Who may sign in and who is in which group, and what an administrator may do with it. */
export function OperatorsPanel() {
  const change = useChange();
  const me = useMe().data;
  const allowed = may(me, 'administer');
  const operators = useRoute('GET /api/operators', {}, { enabled: allowed, select: itemsOf });
  const groups = useRoute('GET /api/groups', {}, { enabled: allowed, select: itemsOf });
  const [shown, setShown] = useState<'people' | 'groups'>('people');
  const [addingGroup, setAddingGroup] = useState(false);
  const [editing, setEditing] = useState<{ operator: Operator | null } | null>(null);
  const [code, setCode] = useState<{ name: string; code: string } | null>(null);
  const [removing, setRemoving] = useState<Operator | null>(null);
  const [added, setAdded] = useState<(Operator & { token: string }) | null>(null);
  const save = async (operator: Operator) => {
    const { id, tokenEndsAt: _, ...body } = operator;
    if (editing?.operator) await change('PATCH /api/operators/:id', { params: { id }, body });
    else setAdded(await change('POST /api/operators', { body: operator }));
    setEditing(null);
  };
  const list = operators.data ?? [];
  const actions = (
    <span className="row">
      {list.length === 0 ? null : <CsvButton name="operators" table={() => operatorsCsv(list)} />}
      {shown === 'people' ? (
        <Button icon={Plus} onClick={() => setEditing({ operator: null })}>
          {text.add}
        </Button>
      ) : (
        <Button icon={Plus} onClick={() => setAddingGroup(true)}>
          {groupsText.add}
        </Button>
      )}
    </span>
  );
  return (
    <Section action={allowed ? actions : undefined} lead={text.lead} title={text.title}>
      {me !== undefined && !allowed ? <OnlyAdmin /> : null}
      {me !== undefined && allowed ? (
        <Segmented
          label={groupsText.shown}
          onChange={setShown}
          options={[
            { value: 'people', label: groupsText.people(list.length) },
            { value: 'groups', label: groupsText.groups(groups.data?.length ?? 0) },
          ]}
          value={shown}
        />
      ) : null}
      {me !== undefined && allowed && shown === 'groups' ? (
        <Read of={groups}>
          {(all) => (
            <GroupsPart
              adding={addingGroup}
              groups={all}
              onAdded={() => setAddingGroup(false)}
              operators={list}
            />
          )}
        </Read>
      ) : null}
      {me !== undefined && allowed && shown === 'people' ? (
        <Read of={operators}>
          {(list) => (
            <>
              <OperatorList
                meId={me.id}
                onEdit={(operator) => setEditing({ operator })}
                onCode={async ({ id, name }) => {
                  const params = { id };
                  setCode({
                    name,
                    ...(await change('POST /api/operators/:id/passkey-code', { params })),
                  });
                }}
                onRemove={setRemoving}
                operators={list}
              />
              {list.some(({ id }) => id !== administratorId) ? null : (
                <EmptyState title={text.only}>{text.onlyDetail}</EmptyState>
              )}
            </>
          )}
        </Read>
      ) : null}
      <OperatorDialog
        onClose={() => setEditing(null)}
        open={editing !== null}
        operator={editing?.operator ?? null}
        save={save}
      />
      <SecretDialog
        how={text.token.how(`${location.origin}/sign-in`)}
        label={text.token.label}
        onClose={() => setAdded(null)}
        secret={added?.token ?? null}
        title={text.token.title(added?.name ?? '')}
      />
      <SecretDialog
        how={passkeysText.codeHow}
        label={passkeysText.code}
        onClose={() => setCode(null)}
        secret={code?.code ?? null}
        title={passkeysText.codeTitle(code?.name ?? '')}
      />
      <RemoveDialog
        detail={text.removeDetail}
        onClose={() => setRemoving(null)}
        remove={() => change('DELETE /api/operators/:id', { params: { id: removing?.id ?? '' } })}
        title={removing === null ? null : text.removeAsk(removing.name)}
        yes={text.removeYes}
      />
    </Section>
  );
}

function OperatorList({
  operators,
  meId,
  onEdit,
  onCode,
  onRemove,
}: {
  operators: readonly Operator[];
  meId: string;
  onEdit: (operator: Operator) => void;
  onCode: (operator: Operator) => Promise<void>;
  onRemove: (operator: Operator) => void;
}) {
  return (
    <ul className="line-above settings-list">
      {operators.map((operator) => (
        <li className="row-wide wraps-on-phone at-top soft-line-below" key={operator.id}>
          <PersonAvatar large me={operator.id === meId} name={operator.name} />
          <div className="grow">
            <div className="row wrapping settings-wrap">
              <b className="strong truncate" dir="auto" lang="">
                {visibleText(operator.name)}
              </b>
              <code className="muted truncate">{operator.id}</code>
              {operator.id === meId ? (
                <span className="fine-print nowrap rounded-small tag-box">{text.you}</span>
              ) : null}
            </div>
            <p className="small muted">
              {text.roles[operator.role]}
              {' · '}
              {operator.id === administratorId
                ? text.fixed
                : operator.groups.length === 0
                  ? text.noGroups
                  : commonText.inRow(operator.groups)}
              {operator.tokenEndsAt === undefined ? null : (
                <>
                  {' · '}
                  {text.tokenEnd.at(formatDay(operator.tokenEndsAt))}
                </>
              )}
            </p>
          </div>
          {operator.id === administratorId ? null : (
            <span className="row-tight">
              {operator.id === meId || !may(operator, 'read') ? null : (
                <IconButton
                  icon={Fingerprint}
                  label={passkeysText.codeFor(operator.name)}
                  onClick={() => void onCode(operator)}
                />
              )}
              <IconButton
                icon={Pencil}
                label={text.edit(operator.name)}
                onClick={() => onEdit(operator)}
              />
              <IconButton
                disabled={operator.id === meId}
                icon={Trash2}
                label={text.remove(operator.name)}
                onClick={() => onRemove(operator)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
