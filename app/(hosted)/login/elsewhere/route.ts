import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { hostedPage, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { signedInHere } from "@/lib/core/oidc/sign-in/signed-in-here";

/** Reports whether a waiting sign-in has no more questions, because its user has signed in in another tab.
 *  Its page requests this when the user comes back to it (lib/core/oidc/pages/browser/main.ts). */
async function show(visit: Visit): Promise<Response> {
  const waiting = await visitedSignIn(visit);
  const here =
    waiting?.prompt === "login" && !waiting.answered
      ? await signedInHere(waiting, visit.cookies)
      : null;
  return Response.json({ signedIn: here !== null && here.anotherRequestedBy === null });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show });
