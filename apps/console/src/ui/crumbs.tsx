import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

export interface Crumb {
  label: string;
  /** Address inside the console; absent for where one is. */
  to?: string;
}
const Read = createContext<readonly Crumb[]>([]);
const Write = createContext<(crumbs: readonly Crumb[]) => void>(() => {});

export function CrumbsProvider({ children }: { children: ReactNode }) {
  const [crumbs, setCrumbs] = useState<readonly Crumb[]>([]);
  const write = useMemo(() => setCrumbs, []);
  return (
    <Write value={write}>
      <Read value={crumbs}>{children}</Read>
    </Write>
  );
}

/** Where one is, as the frame shows it. */
export function useCrumbTrail(): readonly Crumb[] {
  return useContext(Read);
}

/** A page says where one is: `useCrumbs([{label: 'Tasks', to: '/tasks'}, {label: title}])`. */
export function useCrumbs(crumbs: readonly Crumb[]): void {
  const write = useContext(Write);
  const key = JSON.stringify(crumbs);
  useEffect(() => {
    write(JSON.parse(key));
    return () => write([]);
  }, [write, key]);
}
