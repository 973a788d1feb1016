import { pageAt } from "@/app/(hosted)/_place/place";
import { type OwnAccount, toAccount } from "@/app/(hosted)/account-security/own-account";
import { awaitedProof, awaitedProofs, type Wanted } from "@/app/(hosted)/account-security/wanted";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Does something that needs a fresh proof. Without one, redirects to the page that asks for the proof and
 *  continues from there.
 *  @param wanted the action to continue afterwards; null when it is gone */
export async function withFreshProof(
  own: Pick<OwnAccount, "sessionId" | "place">,
  wanted: () => Wanted | null | Promise<Wanted | null>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason !== "step_up_required") throw error;
    const then = await wanted();
    return then ? askForProof(own, then) : toAccount(own);
  }
}

function askForProof(
  { sessionId, place }: Pick<OwnAccount, "sessionId" | "place">,
  wanted: Wanted,
): Response {
  const id = newId();
  const kept = awaitedProofs.keep(id, { sessionId, wanted, code: null });
  return seeOther(pageAt("/account-security/confirm", place, { for: id }), [kept]);
}

/** Returns what the user typed on a page before a proof was required; empty when nothing. */
export function typedBefore({ asked, cookies }: Visit, own: OwnAccount): string {
  const wanted = awaitedProof(asked("for"), own, cookies)?.wanted;
  return wanted?.to === "addPasskey" || wanted?.to === "addApp" ? wanted.name : "";
}
