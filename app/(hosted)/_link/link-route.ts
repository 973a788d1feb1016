import { expiredLinkPage } from "@/app/(hosted)/_link/expired-link-page";
import { continueAfterPassword } from "@/app/(hosted)/_link/go-on";
import { type ChosenRefusal, linkPage, type Occasion } from "@/app/(hosted)/_link/link-page";
import { linkSecret, withoutSecret } from "@/app/(hosted)/_link/link-secret";
import { readBranding } from "@/lib/core/branding/branding-store";
import {
  hostedPage,
  type RouteMethods,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";

/** Makes the page of a link. Opening it reads the link and spends nothing: mail scanners open links too. */
export function linkRoute(occasion: Occasion): RouteMethods {
  return hostedPage({
    show: async (visit) => withoutSecret(visit) ?? renderLink(visit, occasion),
    submit: (sent) => choose(sent, occasion),
  });
}

async function renderLink(
  visit: Visit,
  occasion: Occasion,
  refusal?: ChosenRefusal,
): Promise<Response> {
  const secret = linkSecret(visit.cookies);
  const link = secret ? await readPasswordLink(secret) : null;
  if (!link) return expiredLinkPage(visit, secret);
  const branding = await inBatch(link.scope, readBranding);
  return linkPage(visit, { occasion, email: link.email, branding, refusal });
}

/** Sets the password. Only this spends the link; a refused password leaves the link as it was. */
async function choose(sent: Submission, occasion: Occasion): Promise<Response> {
  const password = sent.field("password");
  if (!password) return renderLink(sent, occasion, { password: "empty" });
  const secret = linkSecret(sent.cookies);
  // The page says that the link has expired.
  const here = new URL(sent.request.url).pathname;
  if (!secret) return seeOther(here);
  try {
    return await continueAfterPassword(
      await redeemPasswordLink(secret, password, sent.context),
      sent,
    );
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") return seeOther(here);
    if (error instanceof ServiceError && error.reason === "unprocessable")
      return renderLink(sent, occasion, { password: error.password ?? { why: "other" } });
    return renderLink(sent, occasion, { problem: problemOf(error) });
  }
}
