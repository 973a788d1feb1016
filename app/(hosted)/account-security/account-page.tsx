import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { lookOfForm } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { Account } from "@/app/(hosted)/account-security/account";
import type { AccountRefusal } from "@/app/(hosted)/account-security/account-refusal";
import { ChangePassword } from "@/app/(hosted)/account-security/change-password";
import { Devices } from "@/app/(hosted)/account-security/devices";
import { Events } from "@/app/(hosted)/account-security/events";
import { Sessions } from "@/app/(hosted)/account-security/sessions";
import type { Branding } from "@/lib/branding/branding";
import { Form, SubmitButton } from "@/lib/oidc/pages/form";
import type { Visit } from "@/lib/oidc/pages/hosted-page";
import { Notice } from "@/lib/oidc/pages/notice";
import { pageResponse } from "@/lib/oidc/pages/page";
import type { PageLook } from "@/lib/oidc/pages/page-look";
import { refusalOf } from "@/lib/oidc/pages/problem";

interface Shown {
  branding: Branding;
  account: Account;
  refusal?: AccountRefusal | undefined;
}

/** The page of somebody's account. */
export function accountPage(visit: Visit, { branding, account, refusal }: Shown): Response {
  const look = lookOfForm(visit, branding);
  const { t } = look;
  const place = placeOf(visit);
  // What came of the form before is told once, and no other form carries it on.
  const here = pageAt("/account-security", place);
  return pageResponse(look, {
    title: t("security.title"),
    intro: t("security.intro", { tenant: branding.name, email: account.email }),
    ...(refusal && refusalOf(refusal.problem)),
    wide: true,
    private: true,
    content: (
      <>
        {!refusal && <Outcome look={look} visit={visit} />}
        <Sessions look={look} account={account} action={here} />
        <Devices look={look} account={account} action={here} />
        <ChangePassword look={look} email={account.email} action={here} refusal={refusal} />
        <Events look={look} events={account.events} />
        <Form className="last" action={pageAt("/account-security/sign-out", place)}>
          <SubmitButton look="quiet">{t("common.signOut")}</SubmitButton>
        </Form>
      </>
    ),
  });
}

/** What the form before led to. The address tells it, so only a number is taken from there. */
function Outcome({ look: { t }, visit: { asked } }: { look: PageLook; visit: Visit }) {
  const count = (name: string) => /^\d{1,4}$/.exec(asked(name))?.[0];
  const [ended, forgotten] = [count("ended"), count("forgotten")];
  let told: string | null = null;
  if (ended !== undefined) told = t("security.ended", { count: Number(ended) });
  else if (forgotten !== undefined) told = t("security.forgotten", { count: Number(forgotten) });
  else if (asked("changed")) told = t("security.changed");
  if (told === null) return null;
  return (
    <div className="told">
      <Notice tone="good" focus>
        {told}
      </Notice>
    </div>
  );
}
