import { loadRoom } from '../text/rooms.ts';

/** The page of knowledge, after its texts. */
export async function loadKnowledge() {
  await loadRoom('knowledge');
  return (await import('./knowledge-page.tsx')).KnowledgePage;
}
