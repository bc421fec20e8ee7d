import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';

export interface Crumb {
  label: string;
  /** Address inside the console; absent for where one is. */
  to?: string;
}
type Trails = ReadonlyMap<string, readonly Crumb[]>;
const Read = createContext<readonly Crumb[]>([]);
const Write = createContext<(change: (trails: Trails) => Trails) => void>(() => {});

/** The innermost page sets the breadcrumb. When it unmounts, the entry of the page around it is used again. */
const furthestIn = (trails: Trails): readonly Crumb[] =>
  [...trails.values()].reduce<readonly Crumb[]>(
    (longest, trail) => (trail.length > longest.length ? trail : longest),
    [],
  );

export function CrumbsProvider({ children }: { children: ReactNode }) {
  const [trails, setTrails] = useState<Trails>(new Map());
  return (
    <Write value={setTrails}>
      <Read value={furthestIn(trails)}>{children}</Read>
    </Write>
  );
}

/** Where one is, as the frame shows it. */
export function useCrumbTrail(): readonly Crumb[] {
  return useContext(Read);
}

/** A page sets its breadcrumb: `useCrumbs([{label: 'Tasks', to: '/tasks'}, {label: title}])`. */
export function useCrumbs(crumbs: readonly Crumb[]): void {
  const write = useContext(Write);
  const id = useId();
  const key = JSON.stringify(crumbs);
  useEffect(() => {
    write((trails) => new Map(trails).set(id, JSON.parse(key)));
  }, [write, id, key]);
  useEffect(
    () => () =>
      write((trails) => {
        const left = new Map(trails);
        left.delete(id);
        return left;
      }),
    [write, id],
  );
}
