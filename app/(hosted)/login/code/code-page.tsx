import { methodKey } from "@/app/(hosted)/_sign-in/method-key";
import type { PendingCode, PendingLogin } from "@/app/(hosted)/_sign-in/pending-login";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { CodeForm } from "@/app/(hosted)/login/code/code-form";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import type { LastCode } from "@/app/(hosted)/login/code/last-code-state";
import { PasskeyForm } from "@/app/(hosted)/login/code/passkey-form";
import { lastCodeEnd } from "@/lib/core/login/last-code-end";
import type { Submission, Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { refusalOf } from "@/lib/core/oidc/pages/problem";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import type { TenantScope } from "@/lib/kernel/caller";

interface Shown {
  interaction: HostedInteraction;
  pending: PendingLogin;
  refusal?: CodeRefusal | undefined;
}

const titles = {
  email: "code.title",
  app: "code.appTitle",
  recovery: "code.recoveryTitle",
  passkey: "code.passkeyTitle",
} as const;

/** Page of the second factor. It shows the whole address: the user has typed it, and proved that it is
 *  theirs. */
export async function codePage(
  visit: Visit & Partial<Submission>,
  { interaction, pending, refusal }: Shown,
): Promise<Response> {
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  const lastCode = await lastCodeOf(interaction.scope, pending, refusal);
  const filled = { look, refusal, trusted: visit.field?.("trust") === "on" };
  return pageResponse(look, {
    title: t(titles[methodKey(pending.type)]),
    intro: introOf(look, pending, lastCode),
    ...(refusal && refusalOf(refusal.problem)),
    elsewhere: pageOfSignIn("/login/elsewhere", signInAddress(visit)),
    content:
      pending.type === "passkey" ? (
        <PasskeyForm {...filled} pending={pending} />
      ) : (
        <CodeForm
          {...filled}
          pending={pending}
          lastCode={lastCode}
          typed={visit.field?.("code") ?? ""}
        />
      ),
  });
}

/** Returns the code that was mailed last, when no new one was sent. */
async function lastCodeOf(
  scope: TenantScope,
  pending: PendingLogin,
  refusal: CodeRefusal | undefined,
): Promise<LastCode | null> {
  if (pending.type !== "email_otp") return null;
  if (pending.sent && refusal?.problem?.kind !== "notResent") return null;
  return { endsAt: await lastCodeEnd(scope, pending.token) };
}

function introOf({ t }: PageLook, pending: PendingLogin, lastCode: LastCode | null): string {
  const { email } = pending;
  if (pending.type === "passkey") return t("code.passkeyIntro", { email });
  return t(introOfCode(pending, lastCode), { email, length: pending.codeLength });
}

function introOfCode({ type }: PendingCode, lastCode: LastCode | null) {
  if (type === "totp") return "code.appIntro";
  if (type === "recovery_code") return "code.recoveryIntro";
  if (!lastCode) return "code.intro";
  return lastCode.endsAt ? "code.introWithheld" : "code.introNone";
}
