// npm run bench -- bound-tokens: what binding tokens to a key costs (RFC 9449), beside a bearer's tokens of the same kind of client.
// Proofs are signed by this process, whose CPU does not count.
import { createHash } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { type Comparison, compare } from "./support/compare";
import { startService } from "./support/running-service";

/** As many callers at once, each with tokens of its own. */
const CALLERS = 32;

interface Caller {
  accessToken: string;
  refreshToken: string;
  /** The newest nonce that the service gave. */
  nonce: string;
}

interface Key {
  privateKey: CryptoKey;
  jwk: JWK;
}

/** Tokens by refresh, and userinfo, each bound and as a bearer's. */
export async function run(): Promise<Comparison[]> {
  const service = await startService();
  try {
    const { aBenchPlace } = await import("./support/bench-place");
    const { Browser, signIn } = await import("@/tests/support/browser");
    const { anOidcClient } = await import("@/tests/builders/an-oidc-client");
    const { tenant, userId } = await aBenchPlace(service.baseUrl);
    const { clientId, redirectUri } = await anOidcClient(tenant, { type: "public" });
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const key = { privateKey, jwk: await exportJWK(publicKey) };
    const client = { clientId, clientSecret: "", redirectUri, id: "" };
    const callers = async (of: Key | null) => {
      const made: Caller[] = [];
      while (made.length < CALLERS) {
        const signedIn = await signIn(new Browser(), client, userId);
        const form = {
          grant_type: "authorization_code",
          code: signedIn.callback.searchParams.get("code") ?? "",
          redirect_uri: redirectUri,
          code_verifier: signedIn.verifier,
          client_id: clientId,
        };
        const caller = { accessToken: "", refreshToken: "", nonce: "" };
        await tokens(service.baseUrl, caller, form, of);
        made.push(caller);
      }
      return made;
    };
    const [bound, bearers] = [await callers(key), await callers(null)];
    const contender = (name: string, of: Caller[], work: (caller: Caller) => Promise<void>) => ({
      name,
      pid: service.pid,
      round: (seconds: number) => inTurn(of, work, seconds),
    });
    const refresh = (of: Key | null) => (caller: Caller) =>
      tokens(
        service.baseUrl,
        caller,
        { grant_type: "refresh_token", refresh_token: caller.refreshToken, client_id: clientId },
        of,
      );
    const read = (of: Key | null) => (caller: Caller) => userinfo(service.baseUrl, caller, of);
    const done = [
      await compare(
        "Tokens: POST /oauth/token, refresh_token",
        contender("bound to a key (DPoP)", bound, refresh(key)),
        contender("a bearer's", bearers, refresh(null)),
        { rounds: 9 },
      ),
      await compare(
        "Userinfo: GET /oauth/userinfo",
        contender("bound to a key (DPoP)", bound, read(key)),
        contender("a bearer's", bearers, read(null)),
        { rounds: 9 },
      ),
    ];
    for (const { title, cpuRatio } of done)
      console.log(`${title}: ${cpuRatio?.toFixed(2)} times the CPU, the bar is 1.3`);
    return done;
  } finally {
    await service.stop();
  }
}

/** Requests a second by all callers at once, each waiting for its answer. */
async function inTurn(
  callers: readonly Caller[],
  work: (caller: Caller) => Promise<void>,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const loop = async (caller: Caller) => {
    while (performance.now() < end) {
      await work(caller);
      count += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(callers.map(loop));
  // What was under way at the end counts with its time.
  return (count / (performance.now() - begun)) * 1000;
}

async function tokens(
  baseUrl: string,
  caller: Caller,
  form: Record<string, string>,
  key: Key | null,
): Promise<void> {
  const url = `${baseUrl}/oauth/token`;
  const body = new URLSearchParams(form);
  const response = await asked(url, caller, key, { method: "POST", body });
  const answer = (await response.json()) as { access_token: string; refresh_token: string };
  caller.accessToken = answer.access_token;
  caller.refreshToken = answer.refresh_token;
}

async function userinfo(baseUrl: string, caller: Caller, key: Key | null): Promise<void> {
  const { accessToken } = caller;
  const headers = { authorization: `${key ? "DPoP" : "Bearer"} ${accessToken}` };
  const url = `${baseUrl}/oauth/userinfo`;
  const response = await asked(url, caller, key, { method: "GET", headers }, accessToken);
  await response.arrayBuffer();
}

/** One request, with a proof where there is a key; once more where the nonce was too old. */
async function asked(
  url: string,
  caller: Caller,
  key: Key | null,
  init: RequestInit & { method: string; headers?: Record<string, string> },
  token?: string,
): Promise<Response> {
  for (let tries = 0; tries < 2; tries += 1) {
    const dpop = key && (await proof(url, init.method, key, caller.nonce, token));
    const headers = { ...init.headers, ...(dpop && { dpop }) };
    const response = await fetch(url, { ...init, headers });
    const before = caller.nonce;
    caller.nonce = response.headers.get("dpop-nonce") ?? before;
    if (response.ok) return response;
    const told = await response.text();
    if (!key || caller.nonce === before) throw new Error(`${url}: ${response.status} ${told}`);
  }
  throw new Error(`${url} asked for a nonce twice`);
}

function proof(url: string, htm: string, { privateKey, jwk }: Key, nonce: string, token?: string) {
  const ath = token && createHash("sha256").update(token).digest("base64url");
  const claims = { htm, htu: url, ...(nonce && { nonce }), ...(ath && { ath }) };
  return new SignJWT({ jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk })
    .setIssuedAt()
    .sign(privateKey);
}
