import { useState } from 'react';
import { browserStorage } from './session/browser-ports.ts';

/** Whether the next question is opened after an answer; stored on this machine. */
export function useAdvanceSetting(owner: string | null): [boolean, (on: boolean) => void] {
  const place = `countersign.advance.${owner ?? ''}`;
  const [read, setRead] = useState<{ place: string; on: boolean } | null>(null);
  const kept = owner === null ? null : browserStorage();
  // Who is signed in may be known only later.
  const on = read?.place === place ? read.on : kept?.get(place) === 'on';
  return [
    on,
    (next) => {
      kept?.set(place, next ? 'on' : 'off');
      setRead({ place, on: next });
    },
  ];
}
