import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";
import { requestUrl } from "./http";

const DAY_MS = 86_400_000;
/** Days left of a certificate. One that renews itself does so a month before its end: with three weeks left
 *  something is wrong. */
const [FEW_DAYS, LEAST_DAYS] = [21, 7];
const PATIENCE_MS = 8_000;

/** Encryption of ATRIUM_BASE_URL. */
export interface TlsSeen {
  host: string;
  /** Reason why the certificate is not trusted, in OpenSSL's words; null when it is. */
  problem: string | null;
  validTo: Date;
  issuer: string;
  /** `TLSv1.3`. */
  protocol: string;
  /** Strict-Transport-Security header; null when it is not sent. */
  transportSecurity: string | null;
}

/** Checks the certificate, the protocol and the headers of our own address. */
export const tls: Check = {
  name: "tls",
  needs: "configuration",
  look: async ({ config: { baseUrl } }) => {
    if (!baseUrl.startsWith("https:")) return skipped(`${baseUrl} has no TLS`);
    try {
      return tlsFinding(await readCertificate(baseUrl), new Date());
    } catch (error) {
      return failed(
        `no TLS at ${baseUrl}: ${error instanceof Error ? error.message : error}`,
        "Have the proxy in front of the service end TLS where ATRIUM_BASE_URL leads.",
      );
    }
  },
};

/** Reads the certificate that an address presents, whether it is valid or not.
 *  @param ca further certificate authority, beside those that this machine trusts
 *  @throws the system's error when nothing answers, or the answer is no TLS */
export async function readCertificate(url: string, ca?: string): Promise<TlsSeen> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = await connected(host, Number(port || 443), ca);
  const { valid_to: validTo, issuer } = socket.getPeerCertificate();
  const { authorizationError } = socket;
  const seen = {
    host,
    problem: socket.authorized
      ? null
      : String(Object(authorizationError).code ?? authorizationError),
    validTo: new Date(validTo),
    issuer: nameOf(issuer),
    protocol: socket.getProtocol() ?? "unknown",
  };
  socket.destroy();
  return { ...seen, transportSecurity: seen.problem ? null : await readTransportSecurity(url, ca) };
}

function connected(host: string, port: number, ca?: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const options = { host, port, rejectUnauthorized: false, ...(ca ? { ca } : {}) };
    const socket = connect({ ...options, ...(isIP(host) ? {} : { servername: host }) });
    const late = () =>
      socket.destroy(Object.assign(new Error("it does not answer"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, PATIENCE_MS);
    socket.once("close", () => clearTimeout(timer));
    socket.once("error", reject);
    socket.once("secureConnect", () => resolve(socket));
  });
}

function nameOf(issuer: { O?: unknown; CN?: unknown } | undefined): string {
  const { O: organization, CN: name } = issuer ?? {};
  return [organization ?? name].flat().join(", ") || "unknown";
}

async function readTransportSecurity(url: string, ca?: string): Promise<string | null> {
  const { headers } = await requestUrl(`${new URL(url).origin}/healthz`, { ca });
  return [headers["strict-transport-security"]].flat()[0] ?? null;
}

export function tlsFinding(seen: TlsSeen, at: Date): Finding {
  const { host, problem, validTo, issuer, protocol, transportSecurity } = seen;
  const days = Math.floor((validTo.getTime() - at.getTime()) / DAY_MS);
  const end = validTo.toISOString().slice(0, 10);
  if (days < 0 || problem === "CERT_HAS_EXPIRED")
    return failed(
      `the certificate of ${host} ended on ${end}`,
      "Renew it now, load it into the proxy, and find out why it did not renew itself.",
    );
  if (problem)
    return failed(`the certificate of ${host} is not believed: ${problem}`, untrusted(problem));
  const left = `${protocol}, certificate of ${issuer} until ${end} (${days} days)`;
  const renew = "Renew it, and see why it did not renew itself (certbot renew, the proxy's log).";
  if (days < LEAST_DAYS) return failed(left, renew);
  if (days < FEW_DAYS) return warning(left, renew);
  if (!/^TLSv1\.[23]$/.test(protocol))
    return failed(left, "Have the proxy speak TLS 1.2 and 1.3 alone.");
  if (!transportSecurity)
    return warning(
      `${left}, without Strict-Transport-Security`,
      "The service sends the header: have the proxy pass it on.",
    );
  return ok(left);
}

function untrusted(problem: string): string {
  if (/ALTNAME/.test(problem)) return "Get a certificate for the host of ATRIUM_BASE_URL.";
  if (/UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER/.test(problem))
    return "Have the proxy send the whole chain (fullchain.pem, not cert.pem). For a CA of your own, set NODE_EXTRA_CA_CERTS here.";
  return "Get a certificate from a CA that relying parties trust. For a CA of your own, set NODE_EXTRA_CA_CERTS here and there.";
}
