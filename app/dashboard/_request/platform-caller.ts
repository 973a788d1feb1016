import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { LiveAdministrator } from "@/lib/core/administrators/live-administrator";
import { browserContext } from "@/lib/core/http/request-context";
import type { Caller } from "@/lib/kernel/caller";

/** The administrator in the platform tenant, where their own session is. */
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
