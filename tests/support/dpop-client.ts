import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import { config } from "@/lib/kernel/config/config";
import type { ClientKey } from "@/tests/builders/a-client-key";

type Route = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response> | Response;

interface Proved {
  path: string;
  key: ClientKey;
  method?: "GET" | "POST";
  form?: Record<string, string>;
  /** The access token that the request presents. */
  token?: string;
  scheme?: "DPoP" | "Bearer";
  nonce?: string;
  /** Claims of the proof in place of the usual ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
}

/** A proof of possession (RFC 9449 §4.2). */
export async function aProof({ path, key, method = "POST", token, nonce, claims = {} }: Proved) {
  const { kid: _kid, use: _use, alg: _alg, ...jwk } = key.publicJwk;
  const usual = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: `${config().baseUrl}${path}`,
    iat: Math.floor(Date.now() / 1000),
    ...(nonce && { nonce }),
    ...(token && { ath: createHash("sha256").update(token).digest("base64url") }),
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ typ: "dpop+jwt", alg: key.alg, jwk })
    .sign(key.privateKey);
}

/** Sends one request with this proof. */
export async function sendProof(route: Route, proved: Proved, proof: string) {
  const { path, method = "POST", form, token, scheme = "DPoP" } = proved;
  const headers = new Headers({ dpop: proof });
  if (token) headers.set("authorization", `${scheme} ${token}`);
  if (form) headers.set("content-type", "application/x-www-form-urlencoded");
  const body = form && new URLSearchParams(form).toString();
  const request = new Request(`${config().baseUrl}${path}`, {
    method,
    headers,
    ...(body && { body }),
  });
  const response = await route(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return {
    status: response.status,
    nonce: response.headers.get("dpop-nonce") ?? undefined,
    challenge: response.headers.get("www-authenticate") ?? "",
    body: JSON.parse(text || "{}") as Record<string, string>,
  };
}

/** Sends a request with a proof of possession, once more with the nonce where the service requires one. */
export async function prove(route: Route, proved: Proved) {
  const first = await sendProof(route, proved, await aProof(proved));
  const needsNonce = first.body.error === "use_dpop_nonce" && proved.nonce === undefined;
  if (!needsNonce || first.nonce === undefined) return first;
  const again = { ...proved, nonce: first.nonce };
  return sendProof(route, again, await aProof(again));
}
