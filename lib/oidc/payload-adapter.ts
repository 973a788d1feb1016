import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { credentialMetadata, relyingPartyMetadata } from "@/lib/oidc/client-metadata";
import { currentExchange } from "@/lib/oidc/exchange";
import { isRevoked } from "@/lib/oidc/hosted-session-store";
import { recordHostedSession } from "@/lib/oidc/record-hosted-session";
import { endReusedFamily, REUSE_LENIENCY_SECONDS } from "@/lib/oidc-payloads/end-reused-family";
import {
  consumePayloadAtOnce,
  deletePayload,
  deletePayloadsOfGrant,
  findPayloadAtOnce,
  findSessionPayload,
  type StoredPayload,
  upsertPayload,
  upsertUnlessRevoked,
} from "@/lib/oidc-payloads/oidc-payload-store";

/** What our own rows tell of as well. */
const noted = new Set(["Session", "Grant"]);

/** What may be used once. */
const singleUse = new Set(["AuthorizationCode", "RefreshToken"]);

/** Where the provider of one environment keeps what it stores: rows of that environment, sealed, under the
 *  hash of their id. */
export function payloadAdapter(scope: TenantScope): AdapterFactory {
  return (model) => (model === "Client" ? new ClientAdapter() : new PayloadAdapter(scope, model));
}

class PayloadAdapter implements Adapter {
  constructor(
    private readonly scope: TenantScope,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const uid = payload.uid ?? payload.sessionUid ?? null;
    const written = {
      model: this.model,
      id,
      content: payload,
      // A grant belongs to itself, so that it goes with what it gave rise to.
      grantId: this.model === "Grant" ? id : (payload.grantId ?? null),
      uid,
      userId: payload.accountId ?? null,
      expiresAt: expiresIn === undefined ? null : secondsAfter(now(), expiresIn),
    };
    if (!noted.has(this.model)) {
      const replaced = this.replacedBySuccessor();
      const outcome = await upsertUnlessRevoked(this.scope, written, replaced);
      if (outcome === "revoked") throw this.sessionIsOver();
      if (outcome === "spent" && replaced) await this.refuseSpent(replaced.id);
      return;
    }
    await inTenant(this.scope, async (transaction) => {
      if (uid !== null && (await isRevoked(transaction, uid))) throw this.sessionIsOver();
      await upsertPayload(transaction, written);
      if (this.model === "Session") await recordHostedSession(transaction, payload);
      if (this.model === "Grant") await auditConsent(transaction, payload);
    });
  }

  /** What `consume` left to the upsert of its successor. */
  private replacedBySuccessor(): { id: string; at: Date } | undefined {
    const exchange = currentExchange();
    const { rotating } = exchange;
    if (this.model !== "RefreshToken" || rotating === undefined) return undefined;
    exchange.rotating = undefined;
    return { id: rotating, at: now() };
  }

  /** A request that was under way while its session was revoked must not leave anything behind. */
  private sessionIsOver(): Error {
    return this.model === "AuthorizationCode" || this.model === "Session"
      ? new errors.AccessDenied("the session has ended")
      : new errors.InvalidGrant("the session has ended");
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const stored = await findPayloadAtOnce(this.scope, this.model, id);
    if (!stored) return undefined;
    if (stored.consumedAt && singleUse.has(this.model))
      await this.refuseReuse(stored, stored.consumedAt);
    return stored.content;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return (await findSessionPayload(this.scope, uid))?.content;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** The provider looks at `consumed` first and consumes later; what is in between lets parallel
   *  redemptions all pass. One conditional UPDATE decides, and whoever comes second has no grant. A refresh token
   *  is consumed by the statement that stores its successor, which the provider asks for next: cut in between, a
   *  family would be left without a token. */
  async consume(id: string): Promise<void> {
    if (this.model === "RefreshToken") {
      currentExchange().rotating = id;
      return;
    }
    const won = await consumePayloadAtOnce(this.scope, this.model, id, now());
    if (!won) throw new errors.InvalidGrant("used by a parallel request");
  }

  async destroy(id: string): Promise<void> {
    await inTenant(this.scope, (t) => deletePayload(t, this.model, id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await inTenant(this.scope, (t) => deletePayloadsOfGrant(t, grantId, this.model));
  }

  /** Somebody else was faster with the same refresh token, or revoked it. */
  private async refuseSpent(id: string): Promise<never> {
    const stored = await findPayloadAtOnce(this.scope, this.model, id);
    if (stored?.consumedAt) await this.refuseReuse(stored, stored.consumedAt);
    throw new errors.InvalidGrant("used by a parallel request");
  }

  /** A used code or refresh token came back. Soon after its use that is a lost answer or a race, and is only
   *  refused; later it is a copy in other hands, which ends the family. */
  private async refuseReuse({ content }: StoredPayload, consumedAt: Date): Promise<never> {
    const exchange = currentExchange();
    const late = now() > secondsAfter(consumedAt, REUSE_LENIENCY_SECONDS);
    const { grantId, accountId, clientId } = content as AdapterPayload;
    const owner = clientId && clientId === exchange.authenticatedClientId;
    if (late && grantId && accountId && owner)
      await endReusedFamily(this.scope, { grantId, userId: accountId, clientId }, exchange.context);
    throw new errors.InvalidGrant("already used");
  }
}

/** A consent is audited in the transaction that stores what it grants. */
async function auditConsent(
  transaction: TenantTransaction,
  { accountId }: AdapterPayload,
): Promise<void> {
  const { consentedScope, client, context } = currentExchange();
  if (consentedScope === undefined || !client || !accountId) return;
  await recordAuditEvent(transaction, {
    kind: "oidc.consent_granted",
    actor: { type: "user", id: accountId },
    context,
    targets: [{ type: "oidc_client", id: client.id, name: client.name }],
    metadata: { scope: consentedScope },
  });
}

/** Clients are read by us before the provider is asked anything; it is handed what was read. */
class ClientAdapter implements Adapter {
  async find(id: string): Promise<AdapterPayload | undefined> {
    const { client, machine } = currentExchange();
    if (client?.clientId === id) return relyingPartyMetadata(client) as AdapterPayload;
    if (machine?.clientId === id) return credentialMetadata(id) as AdapterPayload;
    return undefined;
  }

  async upsert(): Promise<void> {}
  async findByUid(): Promise<undefined> {
    return undefined;
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}
