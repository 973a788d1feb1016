import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { redirectToFactorPage } from "@/app/dashboard/_request/lead-to-factor";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import type { LiveAdministrator } from "@/lib/core/administrators/live-administrator";
import { browserContext } from "@/lib/core/http/request-context";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** Returns the signed-in operator, as the actor of a use case. Every page and every action calls it; for any
 *  other user the page is not found. Operators who lack a factor that the platform requires are redirected to
 *  the page that adds one. */
export async function signedInOperator(): Promise<{
  administrator: LiveAdministrator;
  by: { actor: Actor; context: RequestContext };
}> {
  const administrator = await signedInAdministrator();
  if (!administrator.isOperator) notFound();
  if (administrator.lacksFactor && administrator.operatorsRequireFactor)
    await redirectToFactorPage(null);
  const { userId, email } = administrator;
  return {
    administrator,
    by: {
      actor: { type: "operator", id: userId, name: email },
      context: browserContext(new Headers(await headers()), randomUUID()),
    },
  };
}
