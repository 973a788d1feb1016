import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { recoveryCodesCookie } from "@/app/(hosted)/_sign-in/kept-enrolment";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { lookOfForm, visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { RecoveryCodes } from "@/lib/core/oidc/pages/recovery-codes";

/** Page with the recovery codes that came with a user's first factor, until the user confirms that they are
 *  saved. The sign-in is complete, and continues then. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (!interaction) return expiredSignIn(visit);
  const stored = recoveryCodesCookie.read(interaction.uid, visit.cookies);
  if (!stored) return seeOther(pageOfSignIn("/login", signInAddress(visit)));
  const look = lookOfForm(visit, interaction.branding);
  const { t } = look;
  return pageResponse(look, {
    title: t("recovery.title"),
    intro: t("recovery.intro"),
    private: true,
    content: (
      <Form>
        <RecoveryCodes look={look} codes={stored.codes} />
        <SubmitButton>{t("recovery.saved")}</SubmitButton>
      </Form>
    ),
  });
}

async function submit(sent: Submission): Promise<Response> {
  const address = signInAddress(sent);
  return seeOther(pageOfSignIn("/login", address), [
    recoveryCodesCookie.forget(address.interaction),
  ]);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
