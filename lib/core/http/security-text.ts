import type { Config } from "@/lib/kernel/config/config";

/** Lifetime of the file in days. RFC 9116 §2.5.5 recommends less than a year, so that an abandoned
 *  contact expires by itself. */
const GOOD_FOR_DAYS = 180;
const DAY_MS = 86_400_000;

type Settings = Pick<
  Config,
  "baseUrl" | "securityContacts" | "securityDisclosurePolicy" | "securityEncryption"
>;

/** Text of `/.well-known/security.txt` (RFC 9116). The expiry moves with the day, because an operator who
 *  serves the file confirms its contacts; every server returns the same text on one day.
 *  @returns null when the operator configured no contact, which the file requires */
export function securityText(settings: Settings, at: Date): string | null {
  const { baseUrl, securityContacts, securityDisclosurePolicy, securityEncryption } = settings;
  if (securityContacts.length === 0) return null;
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  const fields = [
    ...securityContacts.map((contact) => ["Contact", contact]),
    ["Expires", new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()],
    ["Encryption", securityEncryption],
    ["Policy", securityDisclosurePolicy],
    // Web addresses in this file must use TLS (§2.5.2), which a local installation lacks.
    ["Canonical", /^https:/.test(baseUrl) ? `${baseUrl}/.well-known/security.txt` : undefined],
  ];
  const lines = fields.filter(([, value]) => value !== undefined);
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}
