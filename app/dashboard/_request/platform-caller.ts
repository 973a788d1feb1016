import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { LiveAdministrator } from "@/lib/core/administrators/live-administrator";
import { browserContext } from "@/lib/core/http/request-context";
import type { Caller } from "@/lib/kernel/caller";

/** Returns the administrator as a caller in the platform tenant, which has their own session. */
export async function platformCaller(administrator: LiveAdministrator): Promise<Caller> {
  const { userId, email, session } = administrator;
  return {
    tenantId: session.tenantId,
    environmentId: session.environmentId,
    environmentKey: "platform",
    actor: { type: "administrator", id: userId, name: email },
    context: browserContext(new Headers(await headers()), randomUUID()),
  };
}
