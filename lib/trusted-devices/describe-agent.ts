import bowser from "bowser";

/** What a user agent string says to a person: "Firefox on Windows", and the platform by itself. Null for
 *  what it doesn't say. It is a hint and proves nothing. */
export function describeAgent(userAgent: string | null): {
  name: string | null;
  platform: string | null;
} {
  if (!userAgent) return { name: null, platform: null };
  const { browser, os, platform } = bowser.parse(userAgent);
  const system = os.name ?? platform.type ?? null;
  const name = [browser.name, system].filter(Boolean).join(" on ");
  return { name: name === "" ? null : name, platform: system };
}
