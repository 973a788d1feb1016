import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import type { TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inBatch } from "@/lib/db/batch";
import { inTransaction } from "@/lib/db/transaction";
import { endReusedFamily, REUSE_LENIENCY_SECONDS } from "@/lib/oidc/payloads/end-reused-family";
import { deletePayloadsOfGrant } from "@/lib/oidc/payloads/ended-payload-store";
import {
  consumePayload,
  deletePayload,
  findPayload,
  findSessionPayload,
  type StoredPayload,
  upsertPayload,
  upsertUnlessRevoked,
} from "@/lib/oidc/payloads/oidc-payload-store";
import { auditConsent } from "@/lib/oidc/provider/audit-consent";
import { ClientAdapter } from "@/lib/oidc/provider/client-adapter";
import { currentProviderRequest } from "@/lib/oidc/provider/provider-request";
import { recordHostedSession } from "@/lib/oidc/provider/record-hosted-session";
import { isRevoked } from "@/lib/sessions/session-use-store";

/** Models of which our own tables keep a record too. */
const noted = new Set(["Session", "Grant"]);

/** Models that may be used once. */
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
      // A grant belongs to itself, so that it is deleted with what came of it.
      grantId: this.model === "Grant" ? id : (payload.grantId ?? null),
      uid,
      userId: payload.accountId ?? null,
      expiresAt: expiresIn === undefined ? null : secondsAfter(now(), expiresIn),
    };
    if (!noted.has(this.model)) {
      const replaced = this.replacedBySuccessor();
      const [revoked, isWritten] = await inBatch(this.scope, (db) =>
        Promise.all([
          uid !== null && isRevoked(db, uid),
          upsertUnlessRevoked(db, written, replaced),
        ]),
      );
      if (revoked) throw this.sessionIsOver();
      if (!isWritten && replaced) await this.refuseSpent(replaced.id);
      return;
    }
    await inTransaction(this.scope, async (db) => {
      const [revoked] = await Promise.all([
        uid !== null && isRevoked(db, uid),
        upsertPayload(db, written),
      ]);
      if (revoked) throw this.sessionIsOver();
      if (this.model === "Session") await recordHostedSession(db, payload);
      if (this.model === "Grant") await auditConsent(db, payload);
    });
  }

  /** The refresh token that `consume` left for its successor to replace. */
  private replacedBySuccessor(): { id: string; at: Date } | undefined {
    const current = currentProviderRequest();
    const { rotating } = current;
    if (this.model !== "RefreshToken" || rotating === undefined) return undefined;
    current.rotating = undefined;
    return { id: rotating, at: now() };
  }

  /** A request that was under way while its session was revoked must leave nothing behind. */
  private sessionIsOver(): Error {
    return this.model === "AuthorizationCode" || this.model === "Session"
      ? new errors.AccessDenied("the session has ended")
      : new errors.InvalidGrant("the session has ended");
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const stored = await inBatch(this.scope, (db) => findPayload(db, this.model, id));
    if (!stored) return undefined;
    if (stored.consumedAt && singleUse.has(this.model))
      await this.refuseReuse(stored, stored.consumedAt);
    return stored.content;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return (await inBatch(this.scope, (db) => findSessionPayload(db, uid)))?.content;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** The provider looks at `consumed` first and consumes later, so parallel redemptions would all pass. One conditional
   *  UPDATE decides instead, and the second redemption is refused. A refresh token is consumed by the statement that
   *  stores its successor, which the provider asks for next: if the process died between two statements, the family
   *  would have no token. */
  async consume(id: string): Promise<void> {
    if (this.model === "RefreshToken") {
      currentProviderRequest().rotating = id;
      return;
    }
    const won = await inBatch(this.scope, (db) => consumePayload(db, this.model, id, now()));
    if (!won) throw new errors.InvalidGrant("used by a parallel request");
  }

  async destroy(id: string): Promise<void> {
    await inBatch(this.scope, (db) => deletePayload(db, this.model, id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await inBatch(this.scope, (db) => deletePayloadsOfGrant(db, grantId, this.model));
  }

  /** Another request used the same refresh token first, or revoked it. */
  private async refuseSpent(id: string): Promise<never> {
    const stored = await inBatch(this.scope, (db) => findPayload(db, this.model, id));
    if (stored?.consumedAt) await this.refuseReuse(stored, stored.consumedAt);
    throw new errors.InvalidGrant("used by a parallel request");
  }

  /** A used code or refresh token came back. Soon after its use it is a lost answer or a race, and is only refused.
   *  Later it is a copy in other hands, which ends the family. */
  private async refuseReuse({ content }: StoredPayload, consumedAt: Date): Promise<never> {
    const current = currentProviderRequest();
    const late = now() > secondsAfter(consumedAt, REUSE_LENIENCY_SECONDS);
    const { grantId, accountId, clientId } = content as AdapterPayload;
    const owner = clientId && clientId === current.authenticatedClientId;
    if (late && grantId && accountId && owner)
      await endReusedFamily(this.scope, { grantId, userId: accountId, clientId }, current.context);
    throw new errors.InvalidGrant("already used");
  }
}
