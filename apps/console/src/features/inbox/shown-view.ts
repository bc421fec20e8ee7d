import type { SavedView } from '@countersign/api/prompts/view';
import { inboxText, viewsText as text } from '../../text/texts.ts';
import { type ReadyView, readyViews } from './ready-views.ts';

/** The members of the address that a view keeps. Views of other pages name theirs in `page`. */
export type ViewSearch = Readonly<Record<string, string>>;

/** What the queue shows now, as a view. */
interface ShownView {
  /** The saved view it was made from; null = none. */
  view: SavedView | null;
  /** The ready-made view that it is, when it was made from none. */
  ready: ReadyView | null;
  /** It shows something else than the view was saved with. */
  changed: boolean;
  title: string;
}

const sameSearch = (left: ViewSearch, right: ViewSearch): boolean => {
  const sorted = (search: ViewSearch) =>
    JSON.stringify(Object.entries(search).toSorted(([one], [two]) => (one < two ? -1 : 1)));
  return sorted(left) === sorted(right);
};

/** Reads the address as a view: the saved one it names, else a ready-made one, else the filter as text. */
export function shownView(
  known: readonly SavedView[],
  asked: { viewId: string | null; search: ViewSearch; words: string },
): ShownView {
  const { viewId, search, words } = asked;
  const view = known.find((each) => each.id === viewId) ?? null;
  if (view !== null) {
    const changed = !sameSearch(view.search, search);
    return { view, ready: null, changed, title: changed ? text.changed(view.name) : view.name };
  }
  const ready = readyViews.find(({ filter }) => sameSearch(filter, search)) ?? null;
  return { view, ready, changed: false, title: ready?.name ?? (words || inboxText.allOpen) };
}
