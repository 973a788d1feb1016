import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { leadToFactor } from "@/app/dashboard/_request/lead-to-factor";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import type { LiveAdministrator } from "@/lib/core/administrators/live-administrator";
import { browserContext } from "@/lib/core/http/request-context";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** The operator who is signed in, as whoever acts in a use case. Every page and every action asks; for anybody
 *  else there is no such page. Who lacks a factor that the platform asks for is led to where they add one. */
export async function signedInOperator(): Promise<{
  administrator: LiveAdministrator;
  by: { actor: Actor; context: RequestContext };
}> {
  const administrator = await signedInAdministrator();
  if (!administrator.isOperator) notFound();
  if (administrator.lacksFactor && administrator.operatorsRequireFactor) await leadToFactor(null);
  const { userId, email } = administrator;
  return {
    administrator,
    by: {
      actor: { type: "operator", id: userId, name: email },
      context: browserContext(new Headers(await headers()), randomUUID()),
    },
  };
}
