import { appendEvents, appendsEvent } from "@/lib/audit/audit-event-store";
import type { Caller } from "@/lib/caller";
import { ServiceError } from "@/lib/errors";
import type { LoginChannel } from "@/lib/login/completed-login";
import type { LoginSlots } from "@/lib/login/login-brake";

/** The one answer to a proof that was not accepted, whatever the cause. */
export function credentialsRejected(): ServiceError {
  return new ServiceError("invalid_credentials", { detail: "The credentials were not accepted." });
}

/** Counts a failed proof, records it, and throws the one answer. The event has the same shape whoever the
 *  attempt was about; only an existing user can be named in it.
 *  @throws ServiceError `invalid_credentials`, always */
export async function refuseLogin(
  caller: Caller,
  slots: LoginSlots,
  about: { userId: string | null; method: "password" | "code"; channel: LoginChannel; at: Date },
): Promise<never> {
  const event = {
    actor: caller.actor,
    context: caller.context,
    targets: about.userId ? [{ type: "user", id: about.userId }] : [],
    at: about.at,
  };
  const metadata = { channel: about.channel, method: about.method };
  const failed = appendsEvent(caller, { kind: "login.failed", ...event, metadata });
  const locked = await slots.fail(caller, [failed]);
  if (locked.length > 0)
    await appendEvents(
      caller,
      locked.map((brake) => ({
        kind: "login.locked" as const,
        ...event,
        metadata: { ...metadata, brake },
      })),
    );
  throw credentialsRejected();
}
