import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { feedStream } from "@/lib/features/shared-signals/feed-stream";
import { findFormerAddress } from "@/lib/features/shared-signals/former-address-store";
import {
  contentOf,
  signSecurityEvent,
  type TokenContent,
  verificationOf,
} from "@/lib/features/shared-signals/security-event-token";
import {
  countSignals,
  deleteSignals,
  nextSignals,
  type WaitingSignal,
} from "@/lib/features/shared-signals/signal-store";
import { signalsOf, transactionOf } from "@/lib/features/shared-signals/signals-of";
import type { SignalStream } from "@/lib/features/shared-signals/stream";
import { holdStream, notePolled } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";

/** Maximum number of tokens in a response, independent of the request: each costs a signature. */
export const MOST_TOKENS = 100;

/** Request of a poll (RFC 8936 §2.2). */
export interface Poll {
  maxEvents: number;
  /** Tokens that the receiver acknowledges, by their `jti`. */
  acknowledged: readonly string[];
  /** Tokens that the receiver could not process, with the errors. */
  refused: readonly { jti: string; code: string; description: string | null }[];
}

/** Response to a poll (RFC 8936 §2.3). */
export interface Polled {
  /** Tokens by their `jti`. */
  tokens: ReadonlyMap<string, string>;
  moreAvailable: boolean;
  /** Whether waiting makes sense: not for a paused stream. */
  mayWait: boolean;
}

interface Look extends Omit<Polled, "tokens"> {
  contents: TokenContent[];
}

/** Processes acknowledgements, reads further in the log, and returns waiting signals as tokens. All in one
 *  transaction that locks the stream's row: concurrent polls run one after the other. Unacknowledged tokens
 *  are sent again unchanged.
 *  @throws ServiceError `missing` */
export async function pollStream(caller: MachineCaller, id: string, poll: Poll): Promise<Polled> {
  const { contents, ...rest } = await inTransaction(caller, (db) => look(db, caller, id, poll));
  const signed = await Promise.all(
    contents.map(async (content) => [content.jti, await signSecurityEvent(content)] as const),
  );
  return { ...rest, tokens: new Map(signed) };
}

async function look(db: Queryable, caller: MachineCaller, id: string, poll: Poll): Promise<Look> {
  const stream = await holdStream(db, caller.credentialId, id);
  if (!stream) throw missing();
  const at = now();
  await take(db, caller, stream, poll);
  if (stream.status !== "enabled") {
    await notePolled(db, id, stream.position, at);
    return { contents: [], moreAvailable: false, mayWait: false };
  }
  const most = Math.min(poll.maxEvents, MOST_TOKENS);
  // Acknowledgements only: the log is not read.
  if (most === 0) {
    await notePolled(db, id, stream.position, at);
    return { contents: [], moreAvailable: (await countSignals(db, id)) > 0, mayWait: false };
  }
  const fed = await feedStream(db, stream, most + 1, at);
  await notePolled(db, id, fed.position, at);
  const waiting = await nextSignals(db, id, most + 1);
  const contents = await contentsOfSignals(db, caller, stream, waiting.slice(0, most));
  return { contents, moreAvailable: waiting.length > most || !fed.isAtEnd, mayWait: true };
}

/** Deletes signals that the receiver acknowledged or could not process: neither is sent again. */
async function take(
  db: Queryable,
  { actor, context }: MachineCaller,
  { id }: SignalStream,
  { acknowledged, refused }: Poll,
): Promise<void> {
  await deleteSignals(db, id, acknowledged.filter(isId));
  const dropped = refused.filter(({ jti }) => isId(jti));
  const count = await deleteSignals(
    db,
    id,
    dropped.map(({ jti }) => jti),
  );
  if (count === 0) return;
  await recordAuditEvent(db, {
    kind: "ssf.signals_refused",
    actor,
    context,
    targets: [{ type: "signal_stream", id }],
    // A few are enough to diagnose: a receiver that refuses all of them usually reports the same error.
    metadata: { count, errors: dropped.slice(0, 10) },
  });
}

/** Contents of the signals. A signal whose event was deleted is dropped. */
async function contentsOfSignals(
  db: Queryable,
  { tenantPublicId }: MachineCaller,
  stream: SignalStream,
  waiting: readonly WaitingSignal[],
): Promise<TokenContent[]> {
  const nullableContents = await Promise.all(
    waiting.map(async (signal) => {
      if (signal.isVerification) return verificationOf(stream.id, signal.state);
      const one = signal.event && signalsOf(signal.event)[signal.ordinal];
      if (!one) return null;
      const { subject } = one;
      const address = subject.of === "address" ? await findFormerAddress(db, subject) : null;
      return contentOf(one, tenantPublicId, address);
    }),
  );
  const gone = waiting.filter((_, index) => nullableContents[index] === null);
  await deleteSignals(
    db,
    stream.id,
    gone.map(({ jti }) => jti),
  );
  return waiting.flatMap((signal, index) => {
    const content = nullableContents[index];
    return content ? [tokenOf(stream, signal, content)] : [];
  });
}

function tokenOf(
  { audience }: SignalStream,
  { jti, createdAt, event }: WaitingSignal,
  content: Pick<TokenContent, "subject" | "event" | "claims">,
): TokenContent {
  const transaction = event ? transactionOf(event) : jti;
  return { ...content, jti, issuedAt: createdAt, audience, transaction };
}
