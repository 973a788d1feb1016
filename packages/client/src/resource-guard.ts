import type { Atrium } from "./atrium.js";
import type { Introspection } from "./generated/types.js";
import { checkPossession } from "./possession.js";
import type { SharedStore } from "./store.js";

export interface ResourceGuardSettings {
  /** Introspects tokens, with a machine credential of the environment. */
  atrium: Pick<Atrium, "introspect">;
  /** Your API's own address as callers know it, `https://api.example`: proofs name it. */
  origin: string;
  /** Stores proofs, for all your servers. */
  proofs: SharedStore;
  /** Scopes that a token needs, all of them. */
  scopes?: readonly string[];
  /** Audience of tokens that have one: your app's id for user access tokens. Without it they are refused,
   *  machine tokens among them, which are for the service's own API. */
  audience?: string;
}

/** The parts of a request that a guard reads: the web's `Request` is one. */
export interface GuardedRequest {
  method: string;
  url: string;
  headers: { get(name: string): string | null };
}

/** A refused request, with the answer to send. */
export class TokenRefused extends Error {
  constructor(
    /** 401, or 403 for a token that lacks a scope. */
    readonly status: 401 | 403,
    /** The header `WWW-Authenticate` of the answer (RFC 6750 §3, RFC 9449 §7.1). */
    readonly challenge: string,
    message: string,
  ) {
    super(message);
  }
}

/** Guards an API that relying parties call: their access tokens are opaque, so the service introspects each.
 *  A token that is bound to a key needs the key's proof in the header `DPoP` and works with no other; any
 *  other token is a bearer token.
 *  @returns a function that returns the token's claims, and throws `TokenRefused` for a request that must not
 *  proceed
 *  @throws AtriumError, by that function, when the service does not answer
 *  @example
 *  import { createAtrium, memoryStore } from "@atrium/client";
 *  import { createResourceGuard, TokenRefused } from "@atrium/client/verify";
 *
 *  const atrium = createAtrium(settings);
 *  const guard = createResourceGuard({ atrium, origin: "https://api.example", proofs: memoryStore() });
 *  const request = new Request("https://api.example/orders");
 *  const answer = await guard(request).then(
 *    ({ sub }) => Response.json({ of: sub }),
 *    (error) => {
 *      if (!(error instanceof TokenRefused)) throw error;
 *      return new Response(null, { status: error.status, headers: { "www-authenticate": error.challenge } });
 *    },
 *  );
 *  console.log(answer.status);
 */
export function createResourceGuard({
  atrium,
  origin,
  proofs,
  scopes = [],
  audience,
}: ResourceGuardSettings): (request: GuardedRequest) => Promise<Introspection> {
  const own = new URL(origin).origin;
  return async (request) => {
    const presented = /^(Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(
      request.headers.get("authorization")?.trim() ?? "",
    );
    const [, scheme = "", token = ""] = presented ?? [];
    if (!token) throw new TokenRefused(401, challenges(), "The request has no token");
    const known = await atrium.introspect(token);
    if (!known.active) throw invalidToken("The token may not be used");
    // A refresh token has no type: it is for the service alone.
    if (known.token_type === undefined) throw invalidToken("It is no access token");
    if (!isForUs(known, audience)) throw invalidToken("The token is for somebody else");
    await checkBinding({ request, own, scheme, token, known, proofs });
    const has = (known.scope ?? "").split(" ");
    const lacking = scopes.filter((scope) => !has.includes(scope));
    if (lacking.length > 0) throw insufficient(scopes, lacking);
    return known;
  };
}

function isForUs({ aud }: Introspection, audience: string | undefined): boolean {
  if (aud === undefined) return true;
  return audience !== undefined && [aud].flat().includes(audience);
}

interface Bound {
  request: GuardedRequest;
  own: string;
  scheme: string;
  token: string;
  known: Introspection;
  proofs: SharedStore;
}

async function checkBinding({ request, own, scheme, token, known, proofs }: Bound): Promise<void> {
  const isProved = scheme.toLowerCase() === "dpop";
  const thumbprint = known.cnf?.jkt;
  if (known.cnf === undefined) {
    if (isProved) throw invalidToken("The token is bound to no key");
    return;
  }
  if (!isProved || typeof thumbprint !== "string")
    throw invalidToken("The token is bound to a key: it is no bearer's");
  const proof = request.headers.get("dpop");
  if (!proof) throw invalidProof("The request has no proof");
  const { pathname } = new URL(request.url, own);
  const presented = { proof, method: request.method, url: own + pathname };
  await checkPossession(presented, token, thumbprint, proofs).catch((error: unknown) => {
    throw invalidProof(error instanceof Error ? error.message : "The proof proves nothing");
  });
}

/** Challenge of each scheme, with its error (RFC 6750 §3.1, RFC 9449 §7.1). A request without a token gets no
 *  error. */
const challenges = (error?: string) => {
  const errorPart = error ? `error="${error}", ` : "";
  return `Bearer${error ? ` error="${error}"` : ""}, DPoP ${errorPart}algs="ES256 EdDSA"`;
};

const invalidToken = (why: string) => new TokenRefused(401, challenges("invalid_token"), why);

const invalidProof = (why: string) =>
  new TokenRefused(401, 'DPoP error="invalid_dpop_proof", algs="ES256 EdDSA"', why);

const insufficient = (scopes: readonly string[], lacking: readonly string[]) =>
  new TokenRefused(
    403,
    `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`,
    `The token lacks ${lacking.join(", ")}`,
  );
