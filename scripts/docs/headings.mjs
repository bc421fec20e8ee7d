/** Markdown without its blocks of code. */
export const withoutCode = (text) => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** The anchor of a heading as GitHub makes it; `taken` has those before it on the page, and gets this one. */
export function anchorOf(heading, taken) {
  const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
  let last = anchor;
  for (let more = 1; taken.has(last); more += 1) last = `${anchor}-${more}`;
  taken.add(last);
  return last;
}

/** The anchors of all headings of a page. */
export function anchorsIn(text) {
  const anchors = new Set();
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#+ (.*)$/gm)) {
    anchorOf(heading, anchors);
  }
  return anchors;
}
