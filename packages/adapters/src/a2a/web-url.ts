/** The parts of an address that are looked at. */
export interface WebUrl {
  readonly href: string;
  readonly protocol: string;
  readonly origin: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
}

/** The URL class of the WHATWG: every host of JavaScript has it, and origins must be compared as the transport reads them. */
declare const URL: { new (url: string, base?: string): WebUrl };

/** An http or https URL; null for anything else. */
export function webUrl(value: string | null, base?: string): WebUrl | null {
  if (value === null) return null;
  try {
    const url = new URL(value, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}
