import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { Account } from "@/app/(hosted)/account-security/account";
import type { AccountRefusal } from "@/app/(hosted)/account-security/account-refusal";
import { ChangePassword } from "@/app/(hosted)/account-security/change-password";
import { ChangeNotice } from "@/app/(hosted)/account-security/change-told";
import { Devices } from "@/app/(hosted)/account-security/devices";
import { Events } from "@/app/(hosted)/account-security/events";
import { Factors } from "@/app/(hosted)/account-security/factors";
import { Sessions } from "@/app/(hosted)/account-security/sessions";
import type { Branding } from "@/lib/core/branding/branding";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { refusalOf } from "@/lib/core/oidc/pages/problem";

interface Shown {
  branding: Branding;
  account: Account;
  refusal?: AccountRefusal | undefined;
}

/** Page of a user's own account. */
export function accountPage(visit: Visit, { branding, account, refusal }: Shown): Response {
  const look = lookOfForm(visit, branding);
  const { t } = look;
  const place = placeOf(visit);
  // The result of the last form is shown once, and no other form passes it on.
  const here = pageAt("/account-security", place);
  return pageResponse(look, {
    title: t("security.title"),
    intro: t("security.intro", { tenant: branding.name, email: account.email }),
    ...(refusal && refusalOf(refusal.problem)),
    wide: true,
    private: true,
    content: (
      <>
        {!refusal && <ChangeNotice look={look} visit={visit} />}
        <Sessions look={look} account={account} action={here} />
        <Factors look={look} account={account} branding={branding} place={place} />
        <Devices look={look} account={account} action={here} />
        <ChangePassword
          look={look}
          email={account.email}
          hasDevices={account.devices.length > 0}
          action={here}
          refusal={refusal}
        />
        <Events look={look} events={account.events} />
        <Form className="last" action={pageAt("/account-security/sign-out", place)}>
          <SubmitButton look="quiet">{t("common.signOut")}</SubmitButton>
        </Form>
      </>
    ),
  });
}
