import { useNavigate, useSearch } from '@tanstack/react-router';

/** The search parameters of the address as texts, and how to change some; `''` removes one. Views can be shared by their address. */
export function useFilter(): [
  Readonly<Record<string, string>>,
  (changes: Readonly<Record<string, string>>) => void,
] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>) =>
    void navigate({
      to: '.',
      // What was changed a moment ago may not be in the address that was rendered.
      search: (now: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries({ ...textsOf(now), ...changes }).filter(([, value]) => value !== ''),
        ),
      replace: true,
    });
  return [textsOf(search), change];
}

/** A number in the address is read as one. */
const textsOf = (search: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
