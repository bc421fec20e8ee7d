import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KeySet, PublicKey } from './receipt.ts';
import { isSigned } from './signature.ts';
import { parseStrict } from './strict-json.ts';

/** A part of an evidence file: each has its own digest, so that an altered file says where it was altered. */
export interface EvidencePart {
  /** Letters, digits and hyphens. */
  id: string;
  html: string;
}

export const evidenceManifestSchema = z.looseObject({
  v: z.literal(1),
  kind: z.enum(['entry', 'task']),
  /** The id of the store, and of the entry or task. */
  store: z.string(),
  subject: z.string(),
  /** Epoch ms. */
  made: z.number(),
  /** The operator who saved it. */
  by: z.string(),
  /** SHA-256 of the text of each part, and of everything else. */
  parts: z.array(z.strictObject({ id: z.string(), sha256: z.string() })),
  frame: z.string(),
});
export type EvidenceManifest = z.infer<typeof evidenceManifestSchema>;

const sealSchema = z.strictObject({
  manifest: evidenceManifestSchema,
  kid: z.string(),
  sig: z.string(),
  /** The public key that it claims to be signed with: of use only to who compares it with the one of the server. */
  x: z.string(),
});
type EvidenceSeal = z.infer<typeof sealSchema>;

/** A file before it is sealed. */
export interface EvidenceDraft {
  html: string;
  parts: EvidenceManifest['parts'];
  frame: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sealOpen = '<script type="application/json" id="seal">';
const sealEnd = '</script>';
const partPattern = /<!--part:([A-Za-z0-9-]+)-->([\s\S]*?)<!--\/part:\1-->/g;

/** Everything but the parts and the seal. */
const frameOf = (html: string): string =>
  html
    .replace(partPattern, (_whole, id: string) => `<!--part:${id}-->`)
    .replace(new RegExp(`${sealOpen}[\\s\\S]*?${sealEnd}`), sealOpen);

/** Joins parts into a file that opens alone: it loads nothing, and runs nothing. */
export function draftEvidence(
  { title, language, style }: { title: string; language: string; style: string },
  parts: readonly EvidencePart[],
): EvidenceDraft {
  const body = parts.map(({ id, html }) => `<!--part:${id}-->${html}<!--/part:${id}-->`).join('\n');
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>
${body}
${sealOpen}${sealEnd}
</body>
</html>
`;
  return {
    html,
    parts: parts.map((part) => ({ id: part.id, sha256: sha256(part.html) })),
    frame: sha256(frameOf(html)),
  };
}

export const sealEvidence = ({ html }: EvidenceDraft, seal: EvidenceSeal): string =>
  html.replace(
    `${sealOpen}${sealEnd}`,
    () => `${sealOpen}${JSON.stringify(seal).replaceAll('<', '\\u003c')}${sealEnd}`,
  );

export interface CheckedEvidence {
  manifest: EvidenceManifest | null;
  key: PublicKey | null;
  /** Where it was altered: parts by their ids, `frame`, `seal`; none = it is as it was saved. */
  altered: string[];
  /** `unknown-key`: signed by a key that is not among the given ones. */
  signature: 'signed' | 'bad-signature' | 'unknown-key' | 'none';
}

/** Checks a file against the keys of the server; null = against the key in the file, which proves only that it is whole. */
export function checkEvidence(html: string, keys: KeySet | null): CheckedEvidence {
  const text = new RegExp(`${sealOpen}([\\s\\S]*?)${sealEnd}`).exec(html)?.[1];
  const read = sealSchema.safeParse(text === undefined ? null : parseStrict(text)?.value);
  if (!read.success) return { manifest: null, key: null, altered: ['seal'], signature: 'none' };
  const { manifest, kid, sig, x } = read.data;
  const key: PublicKey = { kty: 'OKP', crv: 'Ed25519', kid, x };
  const signature = isSigned(manifest, { kid, sig }, keys ?? { keys: [key] });
  const found = [...html.matchAll(partPattern)].map(([, id = '', part = '']) => ({
    id,
    sha256: sha256(part),
  }));
  const altered = [
    ...manifest.parts.flatMap(({ id, sha256: wanted }) =>
      found.some((part) => part.id === id && part.sha256 === wanted) ? [] : [id],
    ),
    ...found.flatMap(({ id }) => (manifest.parts.some((part) => part.id === id) ? [] : [id])),
  ];
  const inOrder = found.map(({ id }) => id).join() === manifest.parts.map(({ id }) => id).join();
  if (!inOrder || sha256(frameOf(html)) !== manifest.frame) altered.push('frame');
  if (signature === 'bad-signature') altered.push('seal');
  return { manifest, key, altered: [...new Set(altered)], signature };
}
