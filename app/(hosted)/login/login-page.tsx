import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { LoginForm } from "@/app/(hosted)/login/login-form";
import type { LoginRefusal } from "@/app/(hosted)/login/login-refusal";
import { beginHostedPasskeyLogin } from "@/lib/core/login/passkey-login";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { refusalOf } from "@/lib/core/oidc/pages/problem";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import type { SignedInHere } from "@/lib/core/oidc/sign-in/signed-in-here";

interface Shown {
  interaction: HostedInteraction;
  /** User who is signed in already, where another account is requested. */
  here: SignedInHere | null;
  refusal?: LoginRefusal;
}

/** First page of the sign-in. */
export function loginPage(visit: Visit, { interaction, here, refusal }: Shown): Response {
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  const email = refusal?.email ?? interaction.params.loginHint ?? "";
  const address = signInAddress(visit);
  const { uid, takesPasskeys } = interaction;
  const caller = hostedCaller(interaction, visit.context);
  const passkey = takesPasskeys ? beginHostedPasskeyLogin(caller, uid) : null;
  return pageResponse(look, {
    title: t("login.title"),
    intro: introOf(look, interaction, here),
    ...(refusal && refusalOf(refusal.problem)),
    elsewhere: here ? undefined : pageOfSignIn("/login/elsewhere", address),
    content: (
      <>
        <LoginForm look={look} email={email} refusal={refusal} passkey={passkey} />
        {here?.mayGoOn && (
          <Form className="content" hidden={{ intent: "go-on" }}>
            <SubmitButton look="quiet" className="full">
              {t("login.goOnAs", { email: here.email })}
            </SubmitButton>
          </Form>
        )}
      </>
    ),
  });
}

function introOf(
  { t }: PageLook,
  { client: { own, name } }: HostedInteraction,
  here: SignedInHere | null,
): string {
  const client = own ? t("security.title") : name;
  return here?.anotherRequestedBy === "application"
    ? t("login.otherAsked", { client, email: here.email })
    : t("login.intro", { client });
}
