import type { RequestContext, TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import {
  isUsable,
  type ResolvedCredential,
  resolveCredential,
  touchCredential,
} from "@/lib/credentials/credential-store";
import { equalHashes, hashSecret } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { ResolvedInstallation } from "@/lib/installations/installation-store";
import { presentedAssertion, provenInstallation } from "@/lib/oidc/installation-assertion";
import { admitAnonymous, networkKey } from "@/lib/oidc/request-brakes";
import {
  type ResolvedOidcClient,
  resolveOidcClient,
  touchOidcClient,
} from "@/lib/oidc-clients/oidc-client-store";
import {
  assertTaken,
  type Budget,
  bucketKey,
  type Taken,
  takePoint,
} from "@/lib/rate-limits/limiter";

/** Who presented itself at the token endpoint. */
export type AuthenticatedClient =
  | { kind: "machine"; clientId: string; scope: TenantScope; credential: ResolvedCredential }
  | { kind: "relying_party"; clientId: string; scope: TenantScope; client: ResolvedOidcClient }
  | {
      kind: "installation";
      clientId: string;
      scope: TenantScope;
      installation: ResolvedInstallation;
    };

/** Last use is noted once in this time, so that a busy client costs no write a request. */
const TOUCH_SECONDS = 300;
const noSecret = Buffer.alloc(32);

/** The one answer for a client id that does not exist, a secret that does not match, and a client or tenant
 *  that is inactive (spec, OAuth errors). */
function invalidClient(): ServiceError {
  return new ServiceError("unauthenticated", { detail: "client authentication failed" });
}

interface Presented {
  clientId: string;
  secret: string | null;
  /** A signed assertion in place of a secret: how installations authenticate. */
  assertion?: string;
}

/** Authenticates the client of a token request by HTTP Basic, form credentials or a signed assertion. A request
 *  that fails counts against its network and a bucket of the presented id, so that a stranger can't use up a
 *  client's budget (contract, OAuth); one that proves itself is for `tokenBudget` to count.
 *  @throws ServiceError `malformed` for two methods at once or no client id, `unauthenticated`, `rate_limited` */
export async function authenticateClient(
  request: Request,
  form: URLSearchParams,
  context: RequestContext,
): Promise<AuthenticatedClient> {
  const presented = presentedClient(request, form);
  const proved = presented && (await provenClient(presented));
  if (proved) return proved;
  await admitAnonymous(context);
  const { budget, key } = tokenBudget("failed", presented?.clientId ?? "");
  assertTokenPoint(await takePoint(budget, key));
  throw invalidClient();
}

/** What the requests of a client are counted against, and under which key.
 *  @param network where the bucket is that of one network at the client */
export function tokenBudget(
  bucket: "authenticated" | "failed" | "public",
  clientId: string,
  ...network: string[]
): { budget: Budget; key: string } {
  const { tokenRequests, tokenWindowSeconds } = config().limits;
  const budget = { name: "token", points: tokenRequests, seconds: tokenWindowSeconds };
  return { budget, key: bucketKey(bucket, clientId, ...network) };
}

/** Whether a client has proved that it is the one it names. A public client's id is all that there is of it, and
 *  anybody knows it. */
export function hasProvedItself(client: AuthenticatedClient): boolean {
  return client.kind !== "relying_party" || client.client.type === "confidential";
}

/** What a token request counts against, once its client is known: the client, or where that proves nothing its
 *  network at this client, so that no stranger uses up what others have there. */
export function budgetOf(client: AuthenticatedClient, { ipAddress }: RequestContext) {
  return hasProvedItself(client)
    ? tokenBudget("authenticated", client.clientId)
    : tokenBudget("public", client.clientId, networkKey(ipAddress));
}

/** @throws ServiceError `rate_limited` for a client past its budget */
export function assertTokenPoint(taken: Taken): void {
  assertTaken(taken, "too many token requests");
}

/** @returns null for an Authorization header that is no well-formed Basic, or an assertion that is no JWT */
function presentedClient(request: Request, form: URLSearchParams): Presented | null {
  const header = request.headers.get("authorization");
  const formId = form.get("client_id") || null;
  const formSecret = form.get("client_secret") || null;
  const ways = [header !== null, formSecret !== null, form.has("client_assertion")];
  if (ways.filter(Boolean).length > 1)
    throw new ServiceError("malformed", {
      detail: "client authentication must only be provided using one mechanism",
    });
  if (header !== null) {
    const basic = basicCredentials(header);
    if (basic && formId !== null && formId !== basic.clientId)
      throw new ServiceError("malformed", { detail: "client_id mismatch" });
    return basic;
  }
  if (form.has("client_assertion") || form.has("client_assertion_type"))
    return presentedAssertion(form);
  if (formId === null)
    throw new ServiceError("malformed", { detail: "missing required parameter: client_id" });
  return { clientId: formId, secret: formSecret };
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are put together. */
function basicCredentials(header: string): Presented | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header.trim())?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) return null;
  try {
    const decode = (part: string) => decodeURIComponent(part.replace(/\+/g, " "));
    return {
      clientId: decode(text.slice(0, colon)),
      secret: decode(text.slice(colon + 1)) || null,
    };
  } catch {
    return null;
  }
}

/** The client behind what was presented, if it is proved. Whatever is wrong with it, the statements and
 *  comparisons are the same. */
async function provenClient(presented: Presented): Promise<AuthenticatedClient | null> {
  const { clientId, secret, assertion } = presented;
  // PostgreSQL takes no NUL in a text, and no id of ours is long.
  if (clientId.includes("\0") || clientId.length > 256) return null;
  if (assertion !== undefined) return provenInstallation(clientId, assertion);
  const presentedHash = hashSecret(secret ?? "");
  if (clientId.startsWith("aoc_")) {
    const proves = (held: ResolvedOidcClient | undefined) => {
      const matched = matchingHash(presentedHash, held?.secretHashes ?? []);
      return held?.type === "public" ? secret === null : secret !== null && matched;
    };
    const found = await resolveOidcClient(clientId, ({ client }) => proves(client));
    const proved = proves(found?.client);
    if (!found || !proved) return null;
    if (notUsedLately(found.client.lastUsedAt))
      await inTenant(found.scope, (t) =>
        touchOidcClient(t, found.client.id, secret === null ? null : presentedHash, now()),
      );
    return { kind: "relying_party", clientId, ...found };
  }
  const proves = (held: ResolvedCredential | null) => {
    const matched = matchingHash(presentedHash, held?.secretHashes ?? []);
    return held !== null && secret !== null && matched && isUsable(held);
  };
  const credential = await resolveCredential(clientId, proves);
  if (!proves(credential) || !credential) return null;
  const scope = { tenantId: credential.tenantId, environmentId: credential.environmentId };
  if (notUsedLately(credential.lastUsedAt))
    await inTenant(scope, (t) => touchCredential(t, credential.credentialId, presentedHash, now()));
  return { kind: "machine", clientId, scope, credential };
}

/** Two comparisons, whether there are no secrets, one or two. */
function matchingHash(presented: Buffer, hashes: readonly Uint8Array[]): boolean {
  const first = equalHashes(presented, hashes[0] ?? noSecret);
  const second = equalHashes(presented, hashes[1] ?? noSecret);
  return first || second;
}

function notUsedLately(lastUsedAt: Date | null): boolean {
  return !lastUsedAt || now().getTime() - lastUsedAt.getTime() >= TOUCH_SECONDS * 1000;
}
