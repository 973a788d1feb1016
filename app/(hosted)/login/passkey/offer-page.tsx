import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { beginPasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { makesPasskey, PasskeyPrompt } from "@/lib/core/oidc/pages/passkey-prompt";
import { type Problem, refusalOf } from "@/lib/core/oidc/pages/problem";
import { ProblemNotice } from "@/lib/core/oidc/pages/problem-notice";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";

interface Shown {
  interaction: HostedInteraction;
  offer: { token: string };
  problem?: Problem;
}

/** Page that explains passkeys, and offers to add one.
 *  @throws ServiceError as `beginPasskeyRegistration` does */
export async function offerPage(
  visit: Visit,
  { interaction, offer, problem }: Shown,
): Promise<Response> {
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  const registrant = { enrolmentToken: offer.token, channel: "hosted" } as const;
  const caller = hostedCaller(interaction, visit.context);
  const { token, options } = await beginPasskeyRegistration(caller, registrant);
  return pageResponse(look, {
    title: t("passkey.offerTitle"),
    intro: t("passkey.offerIntro"),
    ...(problem && refusalOf(problem)),
    content: (
      <Form data={makesPasskey(options)} hidden={{ passkeyToken: token }}>
        <ProblemNotice look={look} problem={problem} />
        <PasskeyPrompt look={look} makes primary>
          {t("passkey.add")}
        </PasskeyPrompt>
        <SubmitButton look="quiet" className="full" name="intent" value="later">
          {t("passkey.later")}
        </SubmitButton>
      </Form>
    ),
  });
}
