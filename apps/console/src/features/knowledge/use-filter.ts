import { useNavigate, useSearch } from '@tanstack/react-router';

/** The search parameters of the address as texts, and how to change some; `''` removes one. Views can be shared by their address. */
export function useFilter(): [
  Readonly<Record<string, string>>,
  (changes: Readonly<Record<string, string>>) => void,
] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  // A number in the address is read as one.
  const given = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, String(value)]),
  );
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = Object.entries({ ...given, ...changes }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true });
  };
  return [given, change];
}
