import { pageAt } from "@/app/(hosted)/_place/place";
import { type OwnAccount, toAccount } from "@/app/(hosted)/account-security/own-account";
import { awaitedProof, awaitedProofs, type Wanted } from "@/app/(hosted)/account-security/wanted";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Does something that needs a fresh proof. Without one, it leads to the page that asks for the proof and goes on from
 *  there.
 *  @param wanted what is to go on afterwards; null when there is nothing any more */
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

/** What somebody has typed on a page before a proof was asked for; empty when nothing was. */
export function typedBefore({ asked, cookies }: Visit, own: OwnAccount): string {
  const wanted = awaitedProof(asked("for"), own, cookies)?.wanted;
  return wanted?.to === "addPasskey" || wanted?.to === "addApp" ? wanted.name : "";
}
