import { type Check, type Finding, failed, type Installation, ok } from "./check";
import { type HttpAnswer, requestUrl } from "./http";

/** Answer of ATRIUM_BASE_URL. */
export interface OwnAddressSeen {
  baseUrl: string;
  /** Cause of a missing answer, with its code; null when there was one. */
  error: { code: string; words: string } | null;
  /** Status of the discovery document, and the issuer that it names. */
  status: number;
  issuer: string | null;
  /** Whether the published keys include those of this database. */
  keysMatch: boolean | null;
}

/** Checks that ATRIUM_BASE_URL leads from here to this very installation. */
export const ownAddress: Check = {
  name: "own address",
  needs: "configuration",
  look: async (at) => ownAddressFinding(await probeOwnAddress(at, await ownKeyIds())),
};

/** Requests the discovery document and keys of our own address.
 *  @param keyIds the ids of the public keys of this database; null when it can't be read
 *  @param ca further certificate authority, beside those that this machine trusts */
export async function probeOwnAddress(
  { config: { baseUrl } }: Pick<Installation, "config">,
  keyIds: readonly string[] | null,
  ca?: string,
): Promise<OwnAddressSeen> {
  const nothing = { baseUrl, status: 0, issuer: null, keysMatch: null };
  let discovery: HttpAnswer;
  try {
    discovery = await requestUrl(`${baseUrl}/.well-known/openid-configuration`, { ca });
  } catch (error) {
    const { code, message } = Object(error);
    return { ...nothing, error: { code: String(code ?? ""), words: String(message || code) } };
  }
  const { status, json } = discovery;
  const issuer = typeof json.issuer === "string" ? json.issuer : null;
  const found = { ...nothing, error: null, status, issuer };
  if (status !== 200 || issuer !== baseUrl || keyIds === null) return found;
  const { json: jwks } = await requestUrl(`${baseUrl}/oauth/jwks`, { ca });
  const published = Array.isArray(jwks.keys) ? jwks.keys.map((key) => Object(key).kid) : [];
  return { ...found, keysMatch: keyIds.every((kid) => published.includes(kid)) };
}

async function ownKeyIds(): Promise<string[] | null> {
  const { publicKeys } = await import("@/lib/core/signing-keys/signing-keys");
  return publicKeys().then(
    (keys) => keys.flatMap(({ kid }) => kid ?? []),
    () => null,
  );
}

const causes: [sign: RegExp, todo: string][] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    "Correct ATRIUM_BASE_URL, or the DNS record of its host: the service and relying parties have to reach it by this name.",
  ],
  [
    /ECONNREFUSED/,
    "Start the service and the proxy in front of it, and have the proxy listen where ATRIUM_BASE_URL leads.",
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|certificate/,
    "See the check of TLS: relying parties refuse this certificate too.",
  ],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    "Look at the firewall, and whether this machine may reach its own public address (hairpin NAT).",
  ],
];

/** Leads to the machine of the client, and within a container to the container. */
const LOOPBACK = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;
const LOOPBACK_REMEDY =
  "Start the service and the proxy in front of it. Within a container this address is the container itself: what a trial on a desk can't have, a name of its own in ATRIUM_BASE_URL gives.";

export function ownAddressFinding(seen: OwnAddressSeen): Finding {
  const { baseUrl, error, status, issuer, keysMatch } = seen;
  if (error) {
    const cause = `${error.code} ${error.words}`;
    const known = causes.find(([sign]) => sign.test(cause));
    if (/ECONNREFUSED/.test(cause) && LOOPBACK.test(new URL(baseUrl).hostname))
      return failed(`${baseUrl} does not answer: ${error.words}`, LOOPBACK_REMEDY);
    return failed(
      `${baseUrl} does not answer: ${error.words}`,
      known?.[1] ?? "Look at the proxy in front of the service, and at its log.",
    );
  }
  if (status !== 200)
    return failed(
      `${baseUrl} answers ${status} where the discovery document should be`,
      "Have the proxy pass every path on to the service, /.well-known among them.",
    );
  if (issuer !== baseUrl)
    return failed(
      `${baseUrl} is the issuer ${issuer ?? "of nobody"}`,
      "ATRIUM_BASE_URL has to be the address under which the service is reached, and the same for every process.",
    );
  if (keysMatch === false)
    return failed(
      `${baseUrl} publishes other keys than this database has`,
      "Another installation answers there: correct ATRIUM_BASE_URL, the DNS record, or DATABASE_URL of this command.",
    );
  return ok(`${baseUrl} is this installation${keysMatch === null ? ", by its issuer" : ""}`);
}
