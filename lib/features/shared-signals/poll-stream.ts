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

/** How many tokens one answer has at most, whatever was asked for: each costs a signature. */
export const MOST_TOKENS = 100;

/** What a receiver asks for (RFC 8936 §2.2). */
export interface Poll {
  maxEvents: number;
  /** The tokens that the receiver has taken, by their `jti`. */
  acknowledged: readonly string[];
  /** The tokens that the receiver could make nothing of, and why. */
  refused: readonly { jti: string; code: string; description: string | null }[];
}

/** What it is answered (RFC 8936 §2.3). */
export interface Polled {
  /** Tokens by their `jti`. */
  tokens: ReadonlyMap<string, string>;
  moreAvailable: boolean;
  /** Whether waiting would bring anything: not in a paused stream. */
  mayWait: boolean;
}

interface Look extends Omit<Polled, "tokens"> {
  contents: TokenContent[];
}

/** Takes acknowledgements, reads on in the log, and answers what waits. All of it is one transaction that holds the stream's row: of
 *  several polls at once each sees what the one before did, and what is not acknowledged is sent again as the same token.
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
  // Acknowledgements alone: nothing is looked for.
  if (most === 0) {
    await notePolled(db, id, stream.position, at);
    return { contents: [], moreAvailable: (await countSignals(db, id)) > 0, mayWait: false };
  }
  const fed = await feedStream(db, stream, most + 1, at);
  await notePolled(db, id, fed.position, at);
  const waiting = await nextSignals(db, id, most + 1);
  const contents = await tellable(db, caller, stream, waiting.slice(0, most));
  return { contents, moreAvailable: waiting.length > most || !fed.isAtEnd, mayWait: true };
}

/** Takes away what the receiver has, or could make nothing of: neither is sent again. */
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
    // A few are enough to see what is wrong; a receiver that refuses all of them says the same of each.
    metadata: { count, errors: dropped.slice(0, 10) },
  });
}

/** What the signals say. One whose event has left is taken away. */
async function tellable(
  db: Queryable,
  { tenantPublicId }: MachineCaller,
  stream: SignalStream,
  waiting: readonly WaitingSignal[],
): Promise<TokenContent[]> {
  const said = await Promise.all(
    waiting.map(async (signal) => {
      if (signal.isVerification) return verificationOf(stream.id, signal.state);
      const one = signal.event && signalsOf(signal.event)[signal.ordinal];
      if (!one) return null;
      const { subject } = one;
      const address = subject.of === "address" ? await findFormerAddress(db, subject) : null;
      return contentOf(one, tenantPublicId, address);
    }),
  );
  const gone = waiting.filter((_, index) => said[index] === null);
  await deleteSignals(
    db,
    stream.id,
    gone.map(({ jti }) => jti),
  );
  return waiting.flatMap((signal, index) => {
    const content = said[index];
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
