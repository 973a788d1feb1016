import type { PendingLogin } from "@/app/(hosted)/_sign-in/pending-login";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { CodeForm } from "@/app/(hosted)/login/code/code-form";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import type { LastCode } from "@/app/(hosted)/login/code/last-code-state";
import { lastCodeEnd } from "@/lib/login/last-code-end";
import type { Submission, Visit } from "@/lib/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/oidc/pages/page";
import { refusalOf } from "@/lib/oidc/pages/problem";
import type { HostedInteraction } from "@/lib/oidc/sign-in/hosted-interaction";

interface Shown {
  interaction: HostedInteraction;
  pending: PendingLogin;
  refusal?: CodeRefusal | undefined;
}

/** The page of the code. It names the whole address: whoever is here has typed it, and proved that it is theirs. */
export async function codePage(
  visit: Visit & Partial<Submission>,
  { interaction, pending, refusal }: Shown,
): Promise<Response> {
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  const { codeLength: length, email, token } = pending;
  const isWithheld = !pending.sent || refusal?.problem?.kind === "notResent";
  const lastCode = isWithheld ? { endsAt: await lastCodeEnd(interaction.scope, token) } : null;
  return pageResponse(look, {
    title: t("code.title"),
    intro: t(introOf(lastCode), { length, email }),
    ...(refusal && refusalOf(refusal.problem)),
    elsewhere: pageOfSignIn("/login/elsewhere", signInAddress(visit)),
    content: (
      <CodeForm
        look={look}
        pending={pending}
        lastCode={lastCode}
        refusal={refusal}
        typed={visit.field?.("code") ?? ""}
        trusted={visit.field?.("trust") === "on"}
      />
    ),
  });
}

function introOf(lastCode: LastCode | null) {
  if (!lastCode) return "code.intro";
  return lastCode.endsAt ? "code.introWithheld" : "code.introNone";
}
