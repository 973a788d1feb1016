import { pageAt } from "@/app/(hosted)/_place/place";
import { type OwnAccount, toAccount } from "@/app/(hosted)/account-security/own-account";
import {
  awaitedProof,
  awaitedProofs,
  type ProtectedAction,
} from "@/app/(hosted)/account-security/wanted";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Does something that needs a fresh proof. Without one, redirects to the page that asks for the proof and
 *  continues from there.
 *  @param describeAction the action to continue afterwards; null when it is gone */
export async function withFreshProof(
  own: Pick<OwnAccount, "sessionId" | "place">,
  describeAction: () => ProtectedAction | null | Promise<ProtectedAction | null>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason !== "step_up_required") throw error;
    const then = await describeAction();
    return then ? askForProof(own, then) : toAccount(own);
  }
}

function askForProof(
  { sessionId, place }: Pick<OwnAccount, "sessionId" | "place">,
  action: ProtectedAction,
): Response {
  const id = newId();
  const cookie = awaitedProofs.keep(id, { sessionId, wanted: action, code: null });
  return seeOther(pageAt("/account-security/confirm", place, { for: id }), [cookie]);
}

/** Returns what the user typed on a page before a proof was required; empty when nothing. */
export function typedBefore({ asked, cookies }: Visit, own: OwnAccount): string {
  const action = awaitedProof(asked("for"), own, cookies)?.wanted;
  return action?.to === "addPasskey" || action?.to === "addApp" ? action.name : "";
}
