import bowser from "bowser";

/** Describes a user agent string for people: "Firefox on Windows", and the platform by itself. Null for
 *  missing parts, and for an unknown browser or system. It is a hint and proves nothing. */
export function describeAgent(userAgent: string | null): {
  name: string | null;
  platform: string | null;
} {
  if (!userAgent) return { name: null, platform: null };
  const { browser, system } = knownAgent(userAgent);
  const platform = system ?? bowser.parse(userAgent).platform.type ?? null;
  return { name: browser && platform ? `${browser} on ${platform}` : browser, platform };
}

const browsers = new Set(Object.values(bowser.BROWSER_MAP));
const systems = new Set(Object.values(bowser.OS_MAP));

/** Returns the browser and the system of a user agent string, for a message or a list. Only those of
 *  bowser's own lists are named: an attacker who knows a password chooses the user agent too, and could
 *  have the service mail or show a sentence or an address of their choice. */
export function knownAgent(userAgent: string | null): {
  browser: string | null;
  system: string | null;
} {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: known(browsers, browser.name), system: known(systems, os.name) };
}

function known(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}
