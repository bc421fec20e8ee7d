import type { Operator } from '@countersign/api/operator';
import { may } from '@countersign/desk/permissions';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { itemsOf, useRoute } from '../../live/use-route.ts';
import { groupsText, operatorsText as text } from '../../text/administration.ts';
import { Button } from '../../ui/button.tsx';
import { CsvButton } from '../../ui/files/csv-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { GroupsPart } from './people/groups-part.tsx';
import { PeoplePart } from './people/people-part.tsx';
import { OnlyAdmin, Read, Section } from './section.tsx';
import { operatorsCsv } from './settings-csv.ts';

/** Who may sign in and who is in which group, and what an administrator may do with it. */
export function OperatorsPanel() {
  const me = useMe().data;
  const allowed = may(me, 'administer');
  const operators = useRoute('GET /api/operators', {}, { enabled: allowed, select: itemsOf });
  const groups = useRoute('GET /api/groups', {}, { enabled: allowed, select: itemsOf });
  const [shown, setShown] = useState<'people' | 'groups'>('people');
  const [addingGroup, setAddingGroup] = useState(false);
  const [editing, setEditing] = useState<{ operator: Operator | null } | null>(null);
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
        <PeoplePart editing={editing} meId={me.id} onEdit={setEditing} operators={operators} />
      ) : null}
    </Section>
  );
}
