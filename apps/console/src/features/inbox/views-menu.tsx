import type { Operator } from '@countersign/api/operator';
import type { SavedView } from '@countersign/api/view';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useViewActions, useViews } from '../../live/views.ts';
import { inboxText, viewsText as text } from '../../text/inbox.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuHead, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { type ReadyView, readyViews } from './ready-views.ts';
import { RemoveViewDialog, SaveViewDialog } from './view-dialogs.tsx';

/** The members of the address that a view keeps. Views of other pages name theirs in `page`. */
export type ViewSearch = Readonly<Record<string, string>>;

interface ViewsMenuProps {
  /** What the address asks for now. */
  search: ViewSearch;
  /** The view it was made from; null = none. */
  viewId: string | null;
  /** The filter in words, shown when no view is chosen. */
  words: string;
  me: Operator | null;
  /** How many prompts a ready-made view shows now; null = that is not told. */
  countIn: (view: ReadyView) => number | null;
  onView: (search: ViewSearch, viewId: string | null) => void;
}

const sameSearch = (left: ViewSearch, right: ViewSearch): boolean => {
  const sorted = (search: ViewSearch) =>
    JSON.stringify(Object.entries(search).toSorted(([one], [two]) => (one < two ? -1 : 1)));
  return sorted(left) === sorted(right);
};

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
          <span className="q-view-mark">
            {view.id === props.chosen && <Icon of={Check} small />}
          </span>
          <span className="cut">{view.name}</span>
          {props.others && <span className="m">{text.byName(view.ownerName)}</span>}
        </MenuItem>
      ))}
    </>
  );
}

/** `All open ▾`: the ready-made views, one's own and the shared ones, and what can be done with the one that is shown. */
export function ViewsMenu({ search, viewId, words, me, countIn, onView }: ViewsMenuProps) {
  const views = useViews();
  const actions = useViewActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const known = (views.data ?? []).filter((view) => view.search['page'] === undefined);
  const view = known.find((each) => each.id === viewId) ?? null;
  const ready = view === null ? readyViews.find(({ filter }) => sameSearch(filter, search)) : null;
  const changed = view !== null && !sameSearch(view.search, search);
  const mayChange = view !== null && (view.owner === me?.id || me?.role === 'admin');
  const title =
    view !== null
      ? changed
        ? text.changed(view.name)
        : view.name
      : (ready?.name ?? (words || inboxText.allOpen));
  const save = (part: Partial<SavedView>) => {
    if (view === null) return;
    const { name, shared, search: kept } = { ...view, ...part };
    // The list is read again either way: a refusal shows as nothing having changed.
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
          <button type="button" className="q-title" title={title} onClick={actions.readAgain}>
            <b className="b cut">{title}</b>
            <Icon of={ChevronDown} small />
          </button>
        }
      >
        <MenuItem onSelect={() => onView({}, null)}>
          <span className="q-view-mark">
            {viewId === null && words === '' && <Icon of={Check} small />}
          </span>
          {inboxText.allOpen}
        </MenuItem>
        <MenuHead>{text.ready}</MenuHead>
        {readyViews.map((each) => (
          <MenuItem key={each.id} onSelect={() => onView(each.filter, null)}>
            <span className="q-view-mark">{each === ready && <Icon of={Check} small />}</span>
            {each.name}
            <span className="end m tn">{countIn(each)}</span>
          </MenuItem>
        ))}
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
      {asked !== null && asked.kind !== 'remove' && (
        <SaveViewDialog
          view={asked.view}
          words={words || inboxText.groupEqual}
          onClose={() => setAsked(null)}
          onSave={async ({ name, shared }) => {
            if (asked.view !== null) {
              await actions.change(asked.view.id, { name, shared, search: asked.view.search });
              return;
            }
            const made = await actions.create({ name, shared, search: { ...search } });
            onView(made.search, made.id);
          }}
        />
      )}
      {asked?.kind === 'remove' && asked.view !== null && (
        <RemoveViewDialog
          view={asked.view}
          onClose={() => setAsked(null)}
          onRemove={async () => {
            await actions.remove(asked.view?.id ?? '');
            onView(search, null);
          }}
        />
      )}
    </>
  );
}
