import type { A2aArtifact, FrameContent } from '@countersign/adapters/a2a/frames';
import type { Part } from '@countersign/adapters/a2a/parts';
import type { WrittenStatement } from '@countersign/json/statement';
import { seen } from '../statements.ts';

export const textIn = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

/** Puts the artifacts of a task together, and says what of their parts is out of order. */
export function createArtifactWatch(fault: (said: WrittenStatement) => void) {
  const texts = new Map<string, string>();
  const complete = new Set<string>();
  return {
    texts: texts as ReadonlyMap<string, string>,
    /** The artifacts of a task that was sent as a whole. */
    whole(artifacts: readonly A2aArtifact[]) {
      for (const { artifactId, parts } of artifacts) {
        if (artifactId === '') fault(seen('check.seen.no-id', { member: 'artifactId' }));
        texts.set(artifactId, textIn(parts));
      }
    },
    part({ artifact, appends, isLast }: FrameContent & { kind: 'artifact' }) {
      const { artifactId: id, parts } = artifact;
      if (id === '') fault(seen('check.seen.no-id', { member: 'artifactId' }));
      if (parts.length === 0) fault(seen('check.seen.empty-artifact', { id }));
      const before = texts.get(id);
      if (appends && before === undefined) fault(seen('check.seen.append-first', { id }));
      if (appends && complete.has(id)) fault(seen('check.seen.append-late', { id }));
      texts.set(id, `${appends ? (before ?? '') : ''}${textIn(parts)}`);
      if (isLast) complete.add(id);
      else if (!appends) complete.delete(id);
    },
  };
}
