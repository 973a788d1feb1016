import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import { auditConsent } from "@/lib/core/oidc/provider/audit-consent";
import { ClientAdapter } from "@/lib/core/oidc/provider/client-adapter";
import { DeviceCodeAdapter } from "@/lib/core/oidc/provider/device-code-adapter";
import { storeNewInteraction } from "@/lib/core/oidc/provider/keep-interaction";
import { findWithProof } from "@/lib/core/oidc/provider/proofs";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { recordHostedSession } from "@/lib/core/oidc/provider/record-hosted-session";
import { isOwn, PUSHED, storePushed, unusableRequest } from "@/lib/core/oidc/provider/store-pushed";
import {
  endReusedFamily,
  graceStart,
  takeFurtherAnswer,
} from "@/lib/core/oidc-payloads/end-reused-family";
import { deletePayloadsOfGrant } from "@/lib/core/oidc-payloads/ended-payload-store";
import {
  forgetHostedSession,
  type HostedRef,
  hostedRef,
  noteHostedSession,
} from "@/lib/core/oidc-payloads/hosted-session-ids";
import {
  consumePayload,
  deletePayload,
  findPayload,
  findSessionPayload,
  type NewPayload,
  type StoredPayload,
  upsertPayload,
  upsertUnlessRevoked,
} from "@/lib/core/oidc-payloads/oidc-payload-store";
import { holdHostedSession } from "@/lib/core/sessions/session-use-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Models that our own tables record too. */
const noted = new Set(["Session", "Grant"]);

/** Models that may be used once. */
const singleUse = new Set(["AuthorizationCode", "RefreshToken"]);

/** Seconds after its exchange in which a code may be presented again without revoking the issued tokens. */
const CODE_GRACE_SECONDS = 10;

/** Additional field of a stored code or token: the id of our own session, which determines its partition. The
 *  provider reads only the fields that it knows. */
const SESSION_ID = "atrium_session_id";

/** A refresh token whose successor is written, and the earliest time at which another
 *  request may have used it. */
interface Replaced {
  id: string;
  at: Date;
  usedSince?: Date;
}

/** Storage of one environment's provider: rows of that environment, sealed, under the hash of their id. */
export function payloadAdapter(scope: TenantScope): AdapterFactory {
  return (model) => {
    if (model === "Client") return new ClientAdapter();
    return model === "DeviceCode" ? new DeviceCodeAdapter(scope) : new PayloadAdapter(scope, model);
  };
}

class PayloadAdapter implements Adapter {
  constructor(
    private readonly scope: TenantScope,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const written: NewPayload = {
      model: this.model,
      id,
      content: payload,
      // A grant belongs to itself, so that it is deleted with everything issued from it.
      grantId: this.model === "Grant" ? id : (payload.grantId ?? null),
      uid: payload.uid ?? payload.sessionUid ?? null,
      userId: payload.accountId ?? null,
      expiresAt: expiresIn === undefined ? null : secondsAfter(now(), expiresIn),
    };
    if (this.model === PUSHED) return storePushed(this.scope, written);
    if (this.model === "Interaction") return storeNewInteraction(this.scope, written);
    const session = this.sessionOf(payload);
    if (!noted.has(this.model)) return this.upsertOfSession(written, session);
    let recorded: string | null = null;
    await inTransaction(this.scope, async (db) => {
      const [held] = await Promise.all([
        session && holdHostedSession(db, session),
        upsertPayload(db, written),
      ]);
      const isKnownWrongly = session?.id !== undefined && !held;
      const found = isKnownWrongly ? await holdHostedSession(db, { uid: session.uid }) : held;
      if (found?.revokedAt) throw this.sessionIsOver();
      if (this.model === "Session") recorded = await recordHostedSession(db, payload);
      if (this.model === "Grant") await auditConsent(db, payload);
    });
    // Only after the commit.
    if (session && recorded) noteHostedSession(session.uid, recorded);
  }

  /** The provider's session that a payload belongs to. */
  private sessionOf({ uid, sessionUid }: AdapterPayload): HostedRef | null {
    const of = this.model === "Session" ? uid : sessionUid;
    return of === undefined ? null : hostedRef(of);
  }

  private async upsertOfSession(
    written: NewPayload,
    session: HostedRef | null,
    replaced: Replaced | undefined = this.replacedBySuccessor(),
  ): Promise<void> {
    const payload = session?.id
      ? { ...written, content: { ...written.content, [SESSION_ID]: session.id } }
      : written;
    const [held, isWritten] = await inBatch(this.scope, (db) =>
      Promise.all([
        session && holdHostedSession(db, session),
        upsertUnlessRevoked(db, payload, session, replaced),
      ]),
    );
    if (held?.revokedAt) throw this.sessionIsOver();
    if (session?.id && !held) return this.upsertByUid(written, session, replaced);
    if (session && held) noteHostedSession(session.uid, held.id);
    if (isWritten || !replaced) return;
    if (replaced.usedSince) throw new errors.InvalidGrant("already used");
    await this.upsertOfSession(written, session, await this.usedBefore(replaced));
  }

  /** Writes by the session's uid, after nothing was written because the session did not
   *  exist under its known id. */
  private async upsertByUid(
    written: NewPayload,
    { uid }: HostedRef,
    replaced: Replaced | undefined,
  ): Promise<void> {
    forgetHostedSession(uid);
    await this.upsertOfSession(written, { uid }, replaced);
  }

  /** Takes the refresh token that `consume` left for its successor to replace. */
  private replacedBySuccessor(): Replaced | undefined {
    const current = currentProviderRequest();
    const { rotating } = current;
    if (this.model !== "RefreshToken" || rotating === undefined) return undefined;
    current.rotating = undefined;
    return { id: rotating, at: now() };
  }

  /** Error of a request whose session was revoked meanwhile: it must store nothing. */
  private sessionIsOver(): Error {
    return this.model === "AuthorizationCode" || this.model === "Session"
      ? new errors.AccessDenied("the session has ended")
      : new errors.InvalidGrant("the session has ended");
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.model === "Interaction") return currentProviderRequest().interaction;
    const stored = await this.stored(id);
    if (!stored) return undefined;
    if (stored.consumedAt && singleUse.has(this.model)) {
      await this.refuseLateReuse(stored, stored.consumedAt);
      if (this.model !== "RefreshToken") throw new errors.InvalidGrant("already used");
    }
    const { [SESSION_ID]: sessionId, ...content } = stored.content;
    // Another client's request gets the same answer as an unknown one.
    if (this.model === PUSHED && !isOwn(content)) return undefined;
    if (stored.consumedAt && this.model === PUSHED)
      content.consumed = Math.floor(stored.consumedAt.getTime() / 1000);
    const uid = (content as AdapterPayload).sessionUid;
    if (uid !== undefined && typeof sessionId === "string") noteHostedSession(uid, sessionId);
    return content;
  }

  private async stored(id: string): Promise<StoredPayload | null> {
    const current = currentProviderRequest();
    if (this.model === "AccessToken" && current.proof) return findWithProof(current, id);
    return inBatch(this.scope, (db) => findPayload(db, this.model, id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return (await inBatch(this.scope, (db) => findSessionPayload(db, uid)))?.content;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Consumes a code or token. The provider reads `consumed` first and consumes later, so parallel
   *  redemptions would all succeed: one conditional UPDATE decides instead, and the second redemption is
   *  refused. A refresh token is consumed by the statement that stores its successor, which the provider
   *  writes next: if the process died between two statements, the family would have no token. */
  async consume(id: string): Promise<void> {
    if (this.model === "RefreshToken") {
      currentProviderRequest().rotating = id;
      return;
    }
    const won = await inBatch(this.scope, (db) => consumePayload(db, this.model, id, now()));
    if (won) return;
    throw this.model === PUSHED
      ? new errors.InvalidRequestUri(unusableRequest.description)
      : new errors.InvalidGrant("used by a parallel request");
  }

  async destroy(id: string): Promise<void> {
    await inBatch(this.scope, (db) => deletePayload(db, this.model, id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await inBatch(this.scope, (db) => deletePayloadsOfGrant(db, grantId, this.model));
  }

  /** Handles a refresh token that another request used first. Within the grace period it is answered
   *  once more: two tabs refresh at once, and both continue. The store checks it again, because its
   *  family may end meanwhile. */
  private async usedBefore({ id, at }: Replaced): Promise<Replaced> {
    const stored = await inBatch(this.scope, (db) => findPayload(db, this.model, id));
    if (stored?.consumedAt) await this.refuseLateReuse(stored, stored.consumedAt);
    const usedSince = this.graceBegan(at);
    if (!stored || !usedSince || !(await takeFurtherAnswer(id)))
      throw new errors.InvalidGrant("already used");
    return { id, at, usedSince };
  }

  /** Handles a code or refresh token that is presented again. Soon after its use this is a lost answer or a
   *  race. Later it is a stolen copy, which ends the family. */
  private async refuseLateReuse({ content }: StoredPayload, consumedAt: Date): Promise<void> {
    const current = currentProviderRequest();
    const began = this.graceBegan(now());
    if (began && consumedAt >= began) return;
    const { grantId, accountId, clientId } = content as AdapterPayload;
    const owner = clientId && clientId === current.authenticatedClientId;
    if (grantId && accountId && owner)
      await endReusedFamily(this.scope, { grantId, userId: accountId, clientId }, current.context);
    throw new errors.InvalidGrant("already used");
  }

  /** Earliest time of use of a code or refresh token that may be presented again now, by
   *  the client's setting. */
  private graceBegan(at: Date): Date | null {
    const { client } = currentProviderRequest();
    const ofToken = client?.refreshGraceSeconds ?? 0;
    return graceStart(at, this.model === "RefreshToken" ? ofToken : CODE_GRACE_SECONDS);
  }
}
