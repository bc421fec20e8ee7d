/**
 * The colours of tokens (`--ink`) as they are on this element, by the names given to them. A token itself may be a pair of a
 * light and a dark colour, which only a property of an element resolves.
 */
export function tokenColours<Name extends string>(
  element: Element,
  tokens: Readonly<Record<Name, `--${string}`>>,
): Record<Name, string> {
  const probe = element.ownerDocument.createElement('i');
  element.append(probe);
  const style = getComputedStyle(probe);
  const colours: Record<string, string> = {};
  for (const [name, token] of Object.entries<string>(tokens)) {
    probe.style.color = `var(${token})`;
    colours[name] = style.color || '#000';
  }
  probe.remove();
  return colours;
}
