import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { ChangeNotice } from "@/app/(hosted)/account-security/change-told";
import { makeCodes } from "@/app/(hosted)/account-security/make-codes";
import {
  type OwnAccount,
  toAccount,
  withOwnAccount,
} from "@/app/(hosted)/account-security/own-account";
import { forgetCodes, readCodes } from "@/app/(hosted)/account-security/recovery-codes/kept-codes";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import { hostedPage, type Submission, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { RecoveryCodes } from "@/lib/core/oidc/pages/recovery-codes";

/** Shows the new recovery codes, until their owner has saved them. */
async function show(visit: Visit, own: OwnAccount): Promise<Response> {
  const codes = readCodes(own, visit.cookies);
  if (!codes) return toAccount(own);
  const look = lookOfForm(visit, own.branding);
  const { t } = look;
  return pageResponse(look, {
    title: t("recovery.title"),
    intro: t("recovery.intro"),
    private: true,
    content: (
      <>
        <ChangeNotice look={look} visit={visit} />
        <Form>
          <RecoveryCodes look={look} codes={codes} />
          <SubmitButton name="intent" value="saved">
            {t("recovery.saved")}
          </SubmitButton>
        </Form>
      </>
    ),
  });
}

async function submit(sent: Submission, own: OwnAccount): Promise<Response> {
  if (sent.field("intent") === "saved") return toAccount(own, {}, [forgetCodes(own)]);
  return makeCodes(own);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({
  show: withOwnAccount(show),
  submit: withOwnAccount(submit),
});
