import type { Operator } from '@countersign/api/operator';
import type { SavedView } from '@countersign/api/prompts/view';
import { may } from '@countersign/desk/permissions';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useViewActions, useViews } from '../../live/prompts/views.ts';
import { absenceText, csvText, inboxText, viewsText as text } from '../../text/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuHead, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { type ReadyView, readyViews } from './ready-views.ts';
import { shownView, type ViewSearch } from './shown-view.ts';
import { RemoveViewDialog, SaveViewDialog } from './view-dialogs.tsx';

/** What was answered is on the page about the time one was away; addresses of the old views keep their title. */
const inMenu = readyViews.filter(({ filter }) => filter.show === undefined);

interface ViewsMenuProps {
  /** What the address asks for now. */
  search: ViewSearch;
  /** The view it was made from; null = none. */
  viewId: string | null;
  /** The filter as text, shown when no view is chosen. */
  words: string;
  me: Operator | null;
  /** How many prompts a ready-made view shows now; null = that is not shown. */
  countIn: (view: ReadyView) => number | null;
  onView: (search: ViewSearch, viewId: string | null) => void;
  /** How many rows are shown, and a file of them. */
  shown: number;
  onExport: () => void;
}

type Asked = { kind: 'save' | 'rename' | 'remove'; view: SavedView | null };

function ViewItems(props: {
  head: string;
  views: readonly SavedView[];
  chosen: string | null;
  others: boolean;
  onChoose: (view: SavedView) => void;
}) {
  if (props.views.length === 0) return null;
  return (
    <>
      <MenuHead>{props.head}</MenuHead>
      {props.views.map((view) => (
        <MenuItem key={view.id} onSelect={() => props.onChoose(view)}>
          <span className="queue-view-mark row-inline rigid">
            {view.id === props.chosen && <Icon of={Check} small />}
          </span>
          <span className="truncate">{view.name}</span>
          {props.others && <span className="muted">{text.byName(view.ownerName)}</span>}
        </MenuItem>
      ))}
    </>
  );
}

/** `All open ▾`: the built-in views, the operator's own and the shared ones, and actions on the current one. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { search, viewId, words, me, countIn, onView, shown, onExport } = props;
  const views = useViews();
  const navigate = useNavigate();
  const actions = useViewActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const known = (views.data ?? []).filter((view) => view.search['page'] === undefined);
  const { view, ready, changed, title } = shownView(known, { viewId, search, words });
  const mayChange = view !== null && (view.owner === me?.id || may(me, 'administer'));
  const save = (part: Partial<SavedView>) => {
    if (view === null) return;
    const { name, shared, search: kept } = { ...view, ...part };
    // The list is read again in any case: after a refusal it is unchanged.
    void actions.change(view.id, { name, shared, search: { ...kept } }).catch(() => {});
  };
  const choose = (each: SavedView) => onView(each.search, each.id);
  const mine = known.filter((each) => each.owner === me?.id);
  const others = known.filter((each) => each.owner !== me?.id);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="rounded-small queue-title row-inline-tight"
            title={title}
            onClick={actions.readAgain}
          >
            <b className="strong truncate">{title}</b>
            <Icon of={ChevronDown} small className="muted" />
          </button>
        }
      >
        <MenuItem onSelect={() => onView({}, null)}>
          <span className="queue-view-mark row-inline rigid">
            {viewId === null && words === '' && <Icon of={Check} small />}
          </span>
          {inboxText.allOpen}
        </MenuItem>
        <MenuHead>{text.ready}</MenuHead>
        {inMenu.map((each) => (
          <MenuItem key={each.id} onSelect={() => onView(each.filter, null)}>
            <span className="queue-view-mark row-inline rigid">
              {each === ready && <Icon of={Check} small />}
            </span>
            {each.name}
            <span className="row-end to-end muted tabular">{countIn(each)}</span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => void navigate({ to: '/since' })}>
          <span className="queue-view-mark row-inline rigid" />
          {absenceText.title}
        </MenuItem>
        <ViewItems
          head={text.yours}
          views={mine}
          chosen={viewId}
          others={false}
          onChoose={choose}
        />
        <ViewItems head={text.shared} views={others} chosen={viewId} others onChoose={choose} />
        {views.isError && <MenuHead>{text.failed}</MenuHead>}
        <MenuLine />
        <MenuItem
          onSelect={() => setAsked({ kind: 'save', view: null })}
          disabled={Object.keys(search).length === 0}
        >
          {text.save}
        </MenuItem>
        <MenuItem onSelect={onExport} disabled={shown === 0}>
          {csvText.saveRows(shown)}
        </MenuItem>
        {mayChange && (
          <>
            {changed && (
              <MenuItem onSelect={() => save({ search: { ...search } })}>{text.update}</MenuItem>
            )}
            <MenuItem onSelect={() => setAsked({ kind: 'rename', view })}>{text.rename}</MenuItem>
            <MenuItem onSelect={() => save({ shared: !view.shared })}>
              {view.shared ? text.unshare : text.share}
            </MenuItem>
            <MenuItem onSelect={() => setAsked({ kind: 'remove', view })}>{text.remove}</MenuItem>
          </>
        )}
      </Menu>
      {asked !== null && (
        <AskedDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onView={onView}
          search={search}
          words={words}
        />
      )}
    </>
  );
}

interface AskedDialogProps extends Pick<ViewsMenuProps, 'search' | 'words' | 'onView'> {
  asked: Asked;
  onClose: () => void;
}

/** A view to be saved, renamed or removed. */
function AskedDialog({ asked, search, words, onView, onClose }: AskedDialogProps) {
  const actions = useViewActions();
  const { kind, view } = asked;
  if (kind !== 'remove') {
    return (
      <SaveViewDialog
        view={view}
        words={words || inboxText.groupEqual}
        onClose={onClose}
        onSave={async ({ name, shared }) => {
          if (view !== null) {
            await actions.change(view.id, { name, shared, search: view.search });
            return;
          }
          const made = await actions.create({ name, shared, search: { ...search } });
          onView(made.search, made.id);
        }}
      />
    );
  }
  if (view === null) return null;
  return (
    <RemoveViewDialog
      view={view}
      onClose={onClose}
      onRemove={async () => {
        await actions.remove(view.id);
        onView(search, null);
      }}
    />
  );
}
