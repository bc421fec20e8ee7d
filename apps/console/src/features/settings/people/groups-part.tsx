import type { Operator } from '@countersign/api/operator';
import type { Group } from '@countersign/api/people/group';
import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../../live/use-route.ts';
import { operatorsText, groupsText as text } from '../../../text/administration.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { GroupDialog } from './group-dialog.tsx';

interface GroupsPartProps {
  groups: readonly Group[];
  operators: readonly Operator[];
  adding: boolean;
  onAdded: () => void;
}

/** The groups, who is in each, and what an administrator may do with them. */
export function GroupsPart({ groups, operators, adding, onAdded }: GroupsPartProps) {
  const change = useChange();
  const [editing, setEditing] = useState<Group | null>(null);
  const [removing, setRemoving] = useState<Group | null>(null);
  const close = () => {
    setEditing(null);
    onAdded();
  };
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
      ) : (
        <ul className="line-above settings-list">
          {groups.map((group) => (
            <GroupRow
              group={group}
              key={group.id}
              onEdit={() => setEditing(group)}
              onRemove={() => setRemoving(group)}
            />
          ))}
        </ul>
      )}
      <GroupDialog
        group={editing}
        onClose={close}
        open={adding || editing !== null}
        operators={operators}
        save={async ({ id, members, ...rest }) => {
          if (editing === null) {
            await change('POST /api/groups', { body: { id, members, ...rest } });
          } else {
            const before = new Set(editing.members.map((member) => member.id));
            await change('PATCH /api/groups/:id', {
              params: { id },
              body: {
                ...rest,
                add: members.filter((member) => !before.has(member)),
                remove: [...before].filter((member) => !members.includes(member)),
              },
            });
          }
          close();
        }}
      />
      <RemoveDialog
        detail={text.removeDetail}
        onClose={() => setRemoving(null)}
        remove={() => change('DELETE /api/groups/:id', { params: { id: removing?.id ?? '' } })}
        title={removing === null ? null : text.removeAsk(removing.name)}
        yes={text.removeYes}
      />
    </>
  );
}

function GroupRow({
  group: { id, name, members, claim, role },
  onEdit,
  onRemove,
}: {
  group: Group;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="row-wide wraps-on-phone at-top soft-line-below">
      <div className="grow">
        <div className="row wrapping settings-wrap">
          <b className="strong truncate" dir="auto" lang="">
            {visibleText(name)}
          </b>
          {name === id ? null : <code className="muted truncate">{id}</code>}
        </div>
        {members.length === 0 ? (
          <p className="row small">
            <Icon of={TriangleAlert} small tone="hold" />
            {text.empty}
          </p>
        ) : (
          <p className="small muted breakable" dir="auto" lang="">
            {commonText.inRow(members.map((member) => visibleText(member.name)))}
          </p>
        )}
        {claim === null ? null : (
          <p className="small muted breakable">
            {text.fromProvider(
              visibleText(claim),
              role === null ? null : operatorsText.roles[role],
            )}
          </p>
        )}
      </div>
      <span className="row-tight">
        <IconButton icon={Pencil} label={operatorsText.edit(name)} onClick={onEdit} />
        <IconButton icon={Trash2} label={operatorsText.remove(name)} onClick={onRemove} />
      </span>
    </li>
  );
}
