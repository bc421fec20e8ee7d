const plain =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,20}|rgba?\([\d\s.,%/]{5,40}\)|hsla?\([\d\s.,%/deg]{5,40}\))$/i;

/** A colour requested by an agent, if it is a plain colour; null = anything else. */
export function plainColour(wish: unknown): string | null {
  return typeof wish === 'string' && plain.test(wish.trim()) ? wish.trim() : null;
}
