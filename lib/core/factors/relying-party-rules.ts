import type { RelyingParty } from "@/lib/core/factors/relying-party";
import type { Refusal } from "@/lib/kernel/errors";

/** Maximum number of origins of a relying party. */
const MOST_ORIGINS = 20;

/** The origin of an Android app: the hash of the key that signed it. */
const ANDROID = /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

interface RelyingPartyContext {
  issuer: string;
  /** Only in a local installation, pages without https may request passkeys. */
  mode: "local" | "production";
  /** Whether the operator lets the tenant use the relying party of the hosted pages. */
  mayShare: boolean;
}

/** Whether it is the relying party of the hosted pages, which belongs to every tenant's users: only the
 *  operator lets a tenant's own pages use it. In a local installation every page is at localhost. */
export function isHosted(id: string, issuer: string): boolean {
  return id !== "localhost" && id === new URL(issuer).hostname;
}

interface Problem {
  /** The field of the form; the relying party's id is its domain. */
  field: "domain" | "origins";
  problem: string;
  says: Refusal;
}

/** Returns why a relying party would not work in a browser. Its id is a domain of one of its pages, or of
 *  the hosted pages. Only the browser decides whether a domain is a public suffix (`co.uk`; WebAuthn level
 *  3, §5.1.2). */
export function relyingPartyProblems(
  { id, origins }: RelyingParty,
  { issuer, mode, mayShare }: RelyingPartyContext,
): Problem[] {
  const problems: Problem[] = origins
    .filter((origin) => !isOrigin(origin, mode))
    .map((origin) => ({
      field: "origins",
      problem: `${origin} must be https:// and a host, or android:apk-key-hash: and a hash`,
      says: { name: "originRefused", origin },
    }));
  if (origins.length === 0)
    problems.push({
      field: "origins",
      problem: "at least one page must be named",
      says: { name: "originNeeded" },
    });
  if (origins.length > MOST_ORIGINS)
    problems.push({
      field: "origins",
      problem: `at most ${MOST_ORIGINS}`,
      says: { name: "tooManyOrigins", most: MOST_ORIGINS },
    });
  if (!isDomain(id, mode) || ![...origins, issuer].some((origin) => isWithin(origin, id)))
    problems.push({
      field: "domain",
      problem: "must be the domain of one of the origins, or a domain above it",
      says: { name: "relyingPartyRefused" },
    });
  if (isHosted(id, issuer) && !mayShare)
    problems.push({
      field: "domain",
      problem: "is the hosted pages', which only the operator lets a tenant use",
      says: { name: "hostedPartyReserved" },
    });
  return problems;
}

/** Returns the origins on other domains than the relying party's: browsers let them request its passkeys
 *  when the relying party's own host names them (WebAuthn level 3, §5.11 "related origins"). */
export function relatedOrigins({ id, origins }: RelyingParty): string[] {
  return origins.filter((origin) => !ANDROID.test(origin) && !isWithin(origin, id));
}

/** Returns an origin as browsers write it: lower case, no slash at its end. Text that is no origin is
 *  unchanged. */
export function writtenOrigin(typed: string): string {
  const text = typed.trim();
  if (!URL.canParse(text)) return text;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : text;
}

/** Returns the stored form of a typed relying party. */
export function writtenRelyingParty({
  domain,
  origins,
}: {
  domain: string;
  origins: readonly string[];
}): RelyingParty {
  return { id: domain.toLowerCase(), origins: [...new Set(origins.map(writtenOrigin))] };
}

function isOrigin(text: string, mode: RelyingPartyContext["mode"]): boolean {
  if (ANDROID.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin !== text || !isDomain(hostname, mode)) return false;
  return protocol === "https:" || (protocol === "http:" && hostname === "localhost");
}

/** Whether it is a domain that may have passkeys: no IP address, and more than a top-level domain. */
function isDomain(host: string, mode: RelyingPartyContext["mode"]): boolean {
  if (host === "localhost") return mode === "local";
  const labels = host.split(".");
  const isNamed = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isNamed && host.length <= 253 && !/^\d+$/.test(labels.at(-1) ?? "");
}

function isWithin(origin: string, domain: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
