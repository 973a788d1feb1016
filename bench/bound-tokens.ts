// npm run bench -- bound-tokens: the cost of tokens that are bound to a key (RFC 9449), compared with bearer
// tokens of the same kind of client. Proofs are signed by this process, whose CPU does not count, before each
// round: signing between requests would lower their rate, and a request costs an idle server more.
import { createHash } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { type Comparison, compare } from "./support/compare";
import { startService } from "./support/running-service";

/** Number of parallel callers, each with tokens of its own. */
const CALLERS = 32;
/** Proofs signed ahead, in all, for each second of a round. Further proofs are signed when needed. */
const AHEAD_A_SECOND = 400;

interface Caller {
  accessToken: string;
  refreshToken: string;
  /** The newest nonce from the service. */
  nonce: string;
  /** Proofs that were signed ahead. */
  proofs: string[];
}

interface Key {
  privateKey: CryptoKey;
  jwk: JWK;
}

/** One kind of request: its preparation for all callers, and the request itself. */
interface RequestKind {
  prepare(callers: readonly Caller[], each: number): Promise<void>;
  work(caller: Caller): Promise<void>;
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
        const caller = { accessToken: "", refreshToken: "", nonce: "", proofs: [] };
        await tokens(service.baseUrl, caller, form, of);
        made.push(caller);
      }
      return made;
    };
    const [bound, bearers] = [await callers(key), await callers(null)];
    const contender = (name: string, of: Caller[], asks: RequestKind) => ({
      name,
      pid: service.pid,
      round: async (seconds: number) => {
        await asks.prepare(of, Math.ceil((seconds * AHEAD_A_SECOND) / of.length));
        return inTurn(of, asks.work, seconds);
      },
    });
    const at = service.baseUrl;
    const refresh = (of: Key | null): RequestKind => ({
      prepare: (who, each) => signAhead(who, each, of, () => ({ url: `${at}/oauth/token` })),
      work: (caller) => {
        const { refreshToken } = caller;
        const form = { grant_type: "refresh_token", refresh_token: refreshToken };
        return tokens(at, caller, { ...form, client_id: clientId }, of);
      },
    });
    const read = (of: Key | null): RequestKind => ({
      prepare: (who, each) =>
        signAhead(who, each, of, ({ accessToken: token }) => ({
          ...{ url: `${at}/oauth/userinfo`, method: "GET", token },
        })),
      work: (caller) => userinfo(at, caller, of),
    });
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
  const startedAt = performance.now();
  await Promise.all(callers.map(loop));
  // Requests under way at the end count with their time.
  return (count / (performance.now() - startedAt)) * 1000;
}

async function tokens(
  baseUrl: string,
  caller: Caller,
  form: Record<string, string>,
  key: Key | null,
): Promise<void> {
  const url = `${baseUrl}/oauth/token`;
  const body = new URLSearchParams(form);
  const response = await sendRequest(url, caller, key, { method: "POST", body });
  const answer = (await response.json()) as { access_token: string; refresh_token: string };
  caller.accessToken = answer.access_token;
  caller.refreshToken = answer.refresh_token;
}

async function userinfo(baseUrl: string, caller: Caller, key: Key | null): Promise<void> {
  const { accessToken } = caller;
  const headers = { authorization: `${key ? "DPoP" : "Bearer"} ${accessToken}` };
  const url = `${baseUrl}/oauth/userinfo`;
  const response = await sendRequest(url, caller, key, { method: "GET", headers }, accessToken);
  await response.arrayBuffer();
}

/** Sends a request, with a proof where there is a key; repeats it if the nonce was too old. */
async function sendRequest(
  url: string,
  caller: Caller,
  key: Key | null,
  init: RequestInit & { method: string; headers?: Record<string, string> },
  token?: string,
): Promise<Response> {
  for (let tries = 0; tries < 2; tries += 1) {
    const signed = caller.proofs.pop();
    const dpop = key && (signed ?? (await proof({ url, method: init.method, token }, key, caller)));
    const headers = { ...init.headers, ...(dpop && { dpop }) };
    const response = await fetch(url, { ...init, headers });
    const before = caller.nonce;
    caller.nonce = response.headers.get("dpop-nonce") ?? before;
    if (response.ok) return response;
    caller.proofs = [];
    const text = await response.text();
    if (!key || caller.nonce === before) throw new Error(`${url}: ${response.status} ${text}`);
  }
  throw new Error(`${url} asked for a nonce twice`);
}

interface Proved {
  url: string;
  method?: string;
  token?: string | undefined;
}

/** Signs proofs for each caller that has a nonce, in place of those left from another round. */
async function signAhead(
  callers: readonly Caller[],
  each: number,
  key: Key | null,
  proved: (caller: Caller) => Proved,
): Promise<void> {
  for (const caller of callers) {
    caller.proofs = [];
    while (key && caller.nonce && caller.proofs.length < each)
      caller.proofs.push(await proof(proved(caller), key, caller));
  }
}

function proof(
  { url, method = "POST", token }: Proved,
  { privateKey, jwk }: Key,
  { nonce }: Caller,
): Promise<string> {
  const ath = token && createHash("sha256").update(token).digest("base64url");
  const claims = { htm: method, htu: url, ...(nonce && { nonce }), ...(ath && { ath }) };
  return new SignJWT({ jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk })
    .setIssuedAt()
    .sign(privateKey);
}
