import { isIP } from "node:net";
import { z } from "zod";
import { parseDatabaseUrl } from "@/lib/kernel/config/database-url";

/** Scheme, host and port, with nothing after them. */
export const origin = z.string().transform((value, context) => {
  if (!URL.canParse(value)) {
    context.addIssue("is not a URL");
    return value;
  }
  const url = new URL(value);
  if (!/^https?:$/.test(url.protocol)) context.addIssue("must be an http or https address");
  else if (url.pathname !== "/" || url.search || url.hash || url.username)
    context.addIssue("must be an origin: scheme, host and port only");
  return url.origin;
});

/** Address of PostgreSQL, as drivers read it. The value may hold a password, so no message repeats it. */
export const databaseAddress = z
  .string({ error: "is missing: postgres://user:password@host:5432/atrium" })
  .transform((value, context) => {
    const found = parseDatabaseUrl(value);
    if (typeof found !== "string") return found.address;
    context.addIssue(found);
    return value;
  });

/** Address of the mail server; it may hold a password, like the database's address. */
export const mailServer = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^smtps?:\/\//.test(value) && new URL(value).hostname !== "",
    { error: "is no mail server's address: smtp://user:password@host:587, or smtps:// for TLS" },
  );

/** One plain mailbox, as mail servers accept it, without characters that could end a header or add a
 *  recipient. */
const MAILBOX = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+$/u;

/** Sender of mail: an address, or a name with the address in angle brackets. */
export const sender = z.string().refine(
  (value) => {
    const named = /^[^<>\p{Cc}]*<([^<>]*)>\s*$/u.exec(value);
    return MAILBOX.test((named?.[1] ?? value).trim());
  },
  { error: "is no sender: Name <address@example.com>, or the address alone" },
);

/** Addresses and CIDR ranges, separated by commas. */
export const networks = z.string().transform((list, context) => {
  const entries = list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries)
    if (!isNetwork(entry))
      context.addIssue(
        `holds ${JSON.stringify(entry)}, which is no address and no range (10.0.0.0/8)`,
      );
  return entries;
});

/** Most tenants that may have series of their own in the metrics. */
const MOST_MEASURED = 20;

/** Public ids of tenants, separated by commas. */
export const publicIds = z.string().transform((list, context) => {
  const ids = [...new Set(list.split(",").map((id) => id.trim()))].filter(Boolean);
  for (const id of ids)
    if (!/^atr_[\w-]+$/.test(id))
      context.addIssue(`holds ${JSON.stringify(id)}, which is no tenant's id (atr_…)`);
  if (ids.length > MOST_MEASURED)
    context.addIssue(`names ${ids.length} tenants: ${MOST_MEASURED} are the most`);
  return ids;
});

function isNetwork(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Contact: a web page, a mailbox or a telephone number (RFC 9116, 2.5.3). */
const CONTACT = /^(https:\/\/|mailto:[^\s@]+@[^\s@]+$|tel:\+?[\d().-]+$)/;

/** Addresses to which researchers report vulnerabilities, separated by commas, the preferred one first. */
export const securityContacts = z.string().transform((list, context) => {
  const entries = list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries)
    if (!isUri(entry) || !CONTACT.test(entry))
      context.addIssue(
        `holds ${JSON.stringify(entry)}, which is no contact: mailto:security@example.com, https://… or tel:+…`,
      );
  return entries;
});

/** A page of the web, with TLS. */
export const webPage = z.string().refine((value) => isUri(value) && /^https:\/\//.test(value), {
  error: "is no page of the web: https://example.com/…",
});

/** Location of a public key: a web page, a DNS record, or a fingerprint (RFC 9116, 2.5.4). */
export const publicKeyAddress = z
  .string()
  .refine(
    (value) => isUri(value) && /^(https:\/\/|dns:|openpgp4fpr:[\da-f]{40,64}$)/i.test(value),
    {
      error: "is no address of a public key: https://…, dns:… or openpgp4fpr:…",
    },
  );

/** Whether a value is one URI, without characters that could start a new line. */
function isUri(value: string): boolean {
  return URL.canParse(value) && /^[\x21-\x7e]+$/.test(value);
}
