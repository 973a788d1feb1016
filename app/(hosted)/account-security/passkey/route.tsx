import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { typedBefore, withFreshProof } from "@/app/(hosted)/account-security/ask-for-proof";
import { CancelLink } from "@/app/(hosted)/account-security/cancel-link";
import { NameField, typedName } from "@/app/(hosted)/account-security/name-field";
import { type OwnAccount, withOwnAccount } from "@/app/(hosted)/account-security/own-account";
import { pageOrAccount, redirectAfterAdding } from "@/app/(hosted)/account-security/to-added";
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from "@/lib/core/account-security/register-passkey";
import type { Registrant } from "@/lib/core/account-security/registrant";
import { PasskeyRegistrationResponse } from "@/lib/core/factors/passkey-response";
import { Form } from "@/lib/core/oidc/pages/form";
import { hostedPage, type Submission, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Notice } from "@/lib/core/oidc/pages/notice";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { makesPasskey, PasskeyPrompt } from "@/lib/core/oidc/pages/passkey-prompt";
import { ServiceError } from "@/lib/kernel/errors";

type Refusal = "refused" | "known";

interface Shown {
  name: string;
  refusal?: Refusal | undefined;
}

function show(visit: Visit, own: OwnAccount): Promise<Response> {
  return passkeyPage(visit, own, { name: typedBefore(visit, own) });
}

/** Page that adds a passkey. The browser's challenge lives in the page, and works once. */
function passkeyPage(visit: Visit, own: OwnAccount, { name, refusal }: Shown): Promise<Response> {
  const look = lookOfForm(visit, own.branding);
  const { t } = look;
  const begin = () => beginPasskeyRegistration(own.caller, registrantOf(own));
  return withFreshProof(
    own,
    () => ({ to: "addPasskey", name }),
    () =>
      pageOrAccount(own, async () => {
        const { token, options } = await begin();
        return pageResponse(look, {
          title: t("security.passkey.title"),
          intro: t("security.passkey.intro"),
          ...(refusal && { status: 422 }),
          private: true,
          content: (
            <>
              <Form hidden={{ token }} data={makesPasskey(options)}>
                {refusal && (
                  <Notice tone="danger" focus>
                    {t(`security.passkey.${refusal}`)}
                  </Notice>
                )}
                <NameField look={look} of="passkey" name={name} />
                <PasskeyPrompt look={look} makes primary>
                  {t("security.passkey.submit")}
                </PasskeyPrompt>
                <p data-without-passkey="" className="soft">
                  {t("security.passkey.without")}
                </p>
              </Form>
              <CancelLink look={look} own={own} />
            </>
          ),
        });
      }),
  );
}

async function submit(sent: Submission, own: OwnAccount): Promise<Response> {
  const { field } = sent;
  const name = typedName(field("name"));
  const response = passkeyAnswer(PasskeyRegistrationResponse, field("passkey"));
  // Without scripts, or after the challenge expired: the page gets a new one.
  if (!response) return passkeyPage(sent, own, { name });
  const made = { token: field("token"), response, name: name || null };
  return withFreshProof(
    own,
    () => ({ to: "addPasskey", name }),
    async () => {
      try {
        return redirectAfterAdding(
          own,
          await finishPasskeyRegistration(own.caller, registrantOf(own), made),
        );
      } catch (error) {
        return passkeyPage(sent, own, { name, refusal: refusalIn(error) });
      }
    },
  );
}

function refusalIn(error: unknown): Refusal {
  const reason = error instanceof ServiceError ? error.reason : null;
  if (reason === "unprocessable") return "refused";
  if (reason === "conflict") return "known";
  throw error;
}

const registrantOf = ({ sessionId }: OwnAccount): Registrant => ({ sessionId, channel: "hosted" });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({
  show: withOwnAccount(show),
  submit: withOwnAccount(submit),
});
