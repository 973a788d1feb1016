import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { HostedCard } from "@/app/_components/hosted-card";
import { linkSecret } from "@/app/(hosted)/_link/link-secret";
import { PasswordForm } from "@/app/(hosted)/_link/password-form";
import { pageAt } from "@/app/(hosted)/_place/place";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { hashSecret } from "@/lib/crypto/secrets";
import { readPasswordLink } from "@/lib/login/read-password-link";
import { placeOfScope } from "@/lib/oidc/own-client";
import { resolveOneTimeSecret } from "@/lib/one-time/one-time-store";

const texts = {
  set_password: ["title", "intro"],
  invitation: ["invitationTitle", "invitationIntro"],
  onboarding: ["onboardingTitle", "onboardingIntro"],
} as const;

type Occasion = keyof typeof texts;

/** The link that led here, while it can be used, with the looks of whose it is. */
const currentLink = cache(async () => {
  const secret = await linkSecret();
  const link = secret ? await readPasswordLink(secret) : null;
  return link && { email: link.email, branding: await brandingFor(link.scope) };
});

/** A link that is spent, replaced or past its time still tells whose it was: their pages send another. */
async function ExpiredLink() {
  const t = await getTranslations();
  const secret = await linkSecret();
  const scope = secret ? await resolveOneTimeSecret(hashSecret(secret)) : null;
  return (
    <HostedCard
      branding={scope && (await brandingFor(scope))}
      title={t("setPassword.expiredTitle")}
      intro={t("setPassword.expired")}
    >
      {scope && (
        <a
          href={pageAt("/forgot-password", await placeOfScope(scope))}
          className="button button-primary w-full"
        >
          {t("login.forgot")}
        </a>
      )}
    </HostedCard>
  );
}

/** The title of a link's page, for the browser's tab. */
export async function linkTitle(occasion: Occasion): Promise<string> {
  const t = await getTranslations("setPassword");
  const link = await currentLink();
  return link ? t(texts[occasion][0], { tenant: link.branding.name }) : t("expiredTitle");
}

/** A page that a link leads to. Opening it reads the link and spends nothing: mail scanners open links too. */
export async function LinkPage({ occasion }: { occasion: Occasion }) {
  const t = await getTranslations("setPassword");
  const link = await currentLink();
  if (!link) return <ExpiredLink />;
  const { email, branding } = link;
  const tenant = branding.name;
  const [title, intro] = texts[occasion];
  return (
    <HostedCard
      branding={branding}
      title={t(title, { tenant })}
      intro={t(intro, { email, tenant })}
    >
      <PasswordForm email={email} />
    </HostedCard>
  );
}
