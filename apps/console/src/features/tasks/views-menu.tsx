import type { Operator } from '@countersign/api/operator';
import type { SavedView } from '@countersign/api/prompts/view';
import { may } from '@countersign/desk/permissions';
import { Check, ChevronDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useViewActions, useViews } from '../../live/prompts/views.ts';
import { useAction } from '../../live/use-action.ts';
import { tasksText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Menu, MenuHead, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';

const words = tasksText.views;
/** Distinguishes the views of tasks from those of the inbox, which are stored in the same list. */
const PAGE = 'tasks';

export type TaskViewSearch = Readonly<Record<string, string>>;

interface ViewsMenuProps {
  /** What the address asks for now. */
  search: TaskViewSearch;
  me: Operator | null;
  onView: (search: TaskViewSearch) => void;
}

const bare = ({ search: { page: _page, ...search } }: SavedView): TaskViewSearch => search;
const keyOf = (search: TaskViewSearch) =>
  JSON.stringify(Object.entries(search).toSorted(([one], [two]) => (one < two ? -1 : 1)));

/** The saved views of the task list: the operator's own and the shared ones. The current one is marked. */
export function TaskViewsMenu({ search, me, onView }: ViewsMenuProps) {
  const views = (useViews().data ?? []).filter((view) => view.search['page'] === PAGE);
  const actions = useViewActions();
  const [saving, setSaving] = useState(false);
  const shown = views.find((view) => keyOf(bare(view)) === keyOf(search)) ?? null;
  const mayRemove = shown !== null && (shown.owner === me?.id || may(me, 'administer'));
  const isPlain = Object.keys(search).length === 0;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button className="button" onClick={actions.readAgain} type="button">
            <span className="truncate">{shown?.name ?? (isPlain ? words.all : words.own)}</span>
            <Icon of={ChevronDown} small />
          </button>
        }
      >
        <MenuItem onSelect={() => onView({})}>
          <Mark on={isPlain} />
          {words.all}
        </MenuItem>
        {views.length > 0 ? <MenuHead>{words.kept}</MenuHead> : null}
        {views.map((view) => (
          <MenuItem key={view.id} onSelect={() => onView(bare(view))}>
            <Mark on={view.id === shown?.id} />
            <span className="truncate">{view.name}</span>
            {view.owner === me?.id ? null : (
              <span className="muted">{words.by(view.ownerName)}</span>
            )}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem disabled={isPlain || shown !== null} onSelect={() => setSaving(true)}>
          {words.save}
        </MenuItem>
        {mayRemove ? (
          <MenuItem onSelect={() => void actions.remove(shown.id).catch(() => {})}>
            {words.remove(shown.name)}
          </MenuItem>
        ) : null}
      </Menu>
      {saving ? (
        <SaveDialog
          onClose={() => setSaving(false)}
          onSave={(made) => actions.create({ ...made, search: { ...search, page: PAGE } })}
        />
      ) : null}
    </>
  );
}

const Mark = ({ on }: { on: boolean }) => (
  <span className="view-mark">{on ? <Icon of={Check} small /> : null}</span>
);

function SaveDialog({
  onClose,
  onSave,
}: {
  onClose: () => void;
  onSave: (made: { name: string; shared: boolean }) => Promise<unknown>;
}) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const action = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = name.trim();
    if (named === '') return;
    void action.run(() => onSave({ name: named, shared })).then((done) => done && onClose());
  };
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open title={words.saveTitle}>
      <form className="dialog-form stack-wide" onSubmit={submit}>
        <Field label={words.name} required>
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              maxLength={80}
              onChange={({ target }) => setName(target.value)}
              value={name}
            />
          )}
        </Field>
        <Checkbox checked={shared} label={words.shared} onChange={setShared} />
        {action.failure === null ? null : (
          <Banner role="alert" tone="fail">
            {errorText(action.failure)}
          </Banner>
        )}
        <div className="row at-end on-canvas sticky-end">
          <DialogCancel />
          <Button busy={action.busy} disabled={name.trim() === ''} type="submit" variant="primary">
            {words.keep}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
