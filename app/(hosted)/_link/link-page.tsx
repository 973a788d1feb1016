import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { linkSecret } from "@/app/(hosted)/_link/link-secret";
import { PasswordForm } from "@/app/(hosted)/_link/password-form";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { readPasswordLink } from "@/lib/login/read-password-link";

const texts = {
  set_password: ["title", "intro"],
  invitation: ["invitationTitle", "invitationIntro"],
  onboarding: ["onboardingTitle", "onboardingIntro"],
} as const;

/** A page that a link leads to. Opening it reads the link and spends nothing: mail scanners open links too. */
export async function LinkPage({ occasion }: { occasion: keyof typeof texts }) {
  const t = await getTranslations("setPassword");
  const secret = await linkSecret();
  const link = secret ? await readPasswordLink(secret) : null;
  if (!link) return <HostedCard branding={null} title={t("expiredTitle")} intro={t("expired")} />;
  const branding = await brandingFor(link.scope);
  const [title, intro] = texts[occasion];
  return (
    <HostedCard
      branding={branding}
      title={t(title, { tenant: branding.name })}
      intro={t(intro, { email: link.email, tenant: branding.name })}
    >
      <PasswordForm email={link.email} />
    </HostedCard>
  );
}
