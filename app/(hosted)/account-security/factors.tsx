import { pageAt } from "@/app/(hosted)/_place/place";
import type { Account } from "@/app/(hosted)/account-security/account";
import { FactorRow } from "@/app/(hosted)/account-security/factor-row";
import { Section } from "@/app/(hosted)/account-security/section";
import type { Branding } from "@/lib/core/branding/branding";
import type { FactorType } from "@/lib/core/factors/factor";
import { factors as allFactors } from "@/lib/core/factors/factors";
import type { NamedPlace } from "@/lib/core/oidc/applications/own-client";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  account: Account;
  branding: Branding;
  place: NamedPlace;
}

/** Section of a user's factors besides the password. */
export function Factors({ look, account, branding, place }: Props) {
  const { t } = look;
  const { factors } = account;
  const intro = t(factors.length > 0 ? "security.factors.intro" : "security.factors.none");
  return (
    <Section id="factors" title={t("security.factors.title")} intro={intro}>
      {factors.length > 0 && (
        <ul className="rows">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              look={look}
              factor={factor}
              action={pageAt("/account-security", place)}
            />
          ))}
        </ul>
      )}
      <div className="adding">
        <Adding look={look} account={account} branding={branding} place={place} type="passkey" />
        <Adding look={look} account={account} branding={branding} place={place} type="totp" />
      </div>
      {factors.length > 0 && <RecoveryCodes look={look} account={account} place={place} />}
    </Section>
  );
}

const pages = { passkey: "/account-security/passkey", totp: "/account-security/app" } as const;

/** Link to the page that adds a factor, or the reason for which none can be added. */
function Adding({ look: { t }, account, branding, place, type }: Props & { type: FactorType }) {
  if (!account.policy.allowedFactors.includes(type))
    return (
      <p className="soft small">
        {t(`security.factors.denied_${type}`, { tenant: branding.name })}
      </p>
    );
  const { most } = allFactors[type];
  if (account.factors.filter((factor) => factor.type === type).length >= most)
    return <p className="soft small">{t(`security.factors.most_${type}`, { count: most })}</p>;
  return (
    <a href={pageAt(pages[type], place)} className="button">
      {t(`security.factors.add_${type}`)}
    </a>
  );
}

function RecoveryCodes({
  look: { t },
  account: { recoveryCodesLeft },
  place,
}: Omit<Props, "branding">) {
  return (
    <div className="part">
      <h3>{t("security.codes.list")}</h3>
      <p className="soft">{t("security.codes.left", { count: recoveryCodesLeft })}</p>
      <Form action={pageAt("/account-security/recovery-codes", place)}>
        <SubmitButton look="link">{t("security.codes.make")}</SubmitButton>
      </Form>
    </div>
  );
}
