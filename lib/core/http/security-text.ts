import type { Config } from "@/lib/kernel/config/config";

/** RFC 9116, 2.5.5 recommends less than a year: a contact that nobody serves any more ends by itself. */
const GOOD_FOR_DAYS = 180;
const DAY_MS = 86_400_000;

type Settings = Pick<
  Config,
  "baseUrl" | "securityContacts" | "securityDisclosurePolicy" | "securityEncryption"
>;

/** The text of `/.well-known/security.txt` (RFC 9116). The end moves with the day, because whoever serves the file says
 *  with it that the contacts hold; every server says the same on one day.
 *  @returns null when the operator names no contact, without which there is no such file */
export function securityText(settings: Settings, at: Date): string | null {
  const { baseUrl, securityContacts, securityDisclosurePolicy, securityEncryption } = settings;
  if (securityContacts.length === 0) return null;
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  const fields = [
    ...securityContacts.map((contact) => ["Contact", contact]),
    ["Expires", new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()],
    ["Encryption", securityEncryption],
    ["Policy", securityDisclosurePolicy],
    // Addresses of the web have TLS in this file (2.5.2), which a local installation has not.
    ["Canonical", /^https:/.test(baseUrl) ? `${baseUrl}/.well-known/security.txt` : undefined],
  ];
  const lines = fields.filter(([, value]) => value !== undefined);
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}
