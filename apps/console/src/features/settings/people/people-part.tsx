import { administratorId, type Operator } from '@countersign/api/operator';
import { may } from '@countersign/desk/permissions';
import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useChange } from '../../../live/use-route.ts';
import { passkeysText, operatorsText as text } from '../../../text/administration.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { PersonAvatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatDay } from '../../../ui/format-time.ts';
import { OperatorDialog } from '../operator-dialog.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { Read } from '../section.tsx';

/** The operator in the dialog; `null` in it = a new one. */
type Editing = { operator: Operator | null } | null;

interface PeoplePartProps {
  operators: ComponentProps<typeof Read<Operator[]>>['of'];
  meId: string;
  editing: Editing;
  onEdit: (editing: Editing) => void;
}

/** Everyone who may sign in, and the dialogs in which an administrator changes that. */
export function PeoplePart({ operators, meId, editing, onEdit }: PeoplePartProps) {
  const change = useChange();
  const [code, setCode] = useState<{ name: string; code: string } | null>(null);
  const [removing, setRemoving] = useState<Operator | null>(null);
  const [added, setAdded] = useState<(Operator & { token: string }) | null>(null);
  const save = async (operator: Operator) => {
    const { id, tokenEndsAt: _, ...body } = operator;
    if (editing?.operator) await change('PATCH /api/operators/:id', { params: { id }, body });
    else setAdded(await change('POST /api/operators', { body: operator }));
    onEdit(null);
  };
  return (
    <>
      <Read of={operators}>
        {(list) => (
          <>
            <OperatorList
              meId={meId}
              onEdit={(operator) => onEdit({ operator })}
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
      <OperatorDialog
        onClose={() => onEdit(null)}
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
    </>
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
