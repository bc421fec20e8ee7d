import { useLocation } from '@tanstack/react-router';
import { Guide } from '../features/guide/guide.tsx';
import { frameText } from '../text/texts.ts';
import { useCrumbs } from '../ui/crumbs.tsx';

/** What each thing means, for operators: part of the console, so that it is read without a network too. */
export function GuidePage() {
  useCrumbs([{ label: frameText.guide }]);
  const { hash } = useLocation();
  return <Guide section={hash} version={frameText.version(String(import.meta.env.VITE_VERSION))} />;
}
