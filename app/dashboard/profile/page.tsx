import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Badge, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { ConfirmationSpot } from "@/app/dashboard/_parts/confirmation";
import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { Id } from "@/app/dashboard/_parts/id";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { Quiet, TextLink } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { LanguageForm } from "@/app/dashboard/language/language-form";
import { inPlatform } from "@/lib/core/platform/in-platform";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import { changeNameAction } from "./actions";

export const generateMetadata = titled("frame", "profile.title");

/** Profile of the signed-in administrator, and the tenants that they administer. */
export default async function ProfilePage() {
  const { userId, email, displayName, tenants, isOperator } = await signedInAdministrator();
  const security = await inPlatform(accountSecurityUrl);
  const { t, format, texts } = await wordsOf("frame");
  const field = fieldsOf(texts.profile);
  return (
    <main className="mx-auto max-w-4xl px-5 py-12">
      <BackTo href="/dashboard">{t("profile.back")}</BackTo>
      <ConfirmationSpot />
      <PageHead title={displayName ?? email} about={t("profile.about")}>
        <SignOut />
      </PageHead>
      <Section title={t("profile.profile")}>
        <Facts
          rows={[
            [
              t("profile.address"),
              <span key="email" className="wrap-anywhere">
                {email}
              </span>,
            ],
            [t("profile.id"), <Id key="id">{userId}</Id>],
          ]}
        />
        <div className="mt-6">
          <ActionForm action={changeNameAction} submit={t("profile.saveName")}>
            <Field
              {...field("displayName", "name")}
              defaultValue={displayName ?? ""}
              autoComplete="name"
              maxLength={200}
            />
          </ActionForm>
        </div>
      </Section>
      <Section title={t("profile.security")} about={t("profile.securityAbout")}>
        <Link href={security} className={quietButton}>
          {t("profile.toSecurity")}
        </Link>
      </Section>
      <Section title={t("language.title")} about={t("language.about")}>
        <LanguageForm here="/dashboard/profile" />
      </Section>
      <Section title={t("profile.administered")}>
        {tenants.length === 0 && !isOperator && <Quiet>{t("profile.noTenant")}</Quiet>}
        <ul className="space-y-4">
          {isOperator && (
            <li className="flex flex-wrap items-center gap-3">
              <TextLink href="/dashboard/operator">{t("profile.platform")}</TextLink>
              <Badge>{t("nouns.administratorRole.operator")}</Badge>
            </li>
          )}
          {tenants.map((tenant) => (
            <li key={tenant.tenantId} className="flex flex-wrap items-center gap-3">
              <span className="font-medium wrap-anywhere">{tenant.tenantName}</span>
              <Badge>{t(`nouns.administratorRole.${tenant.role}`)}</Badge>
              <Quiet>
                {format.list(
                  tenant.environments.map(({ name }) => name),
                  { type: "unit" },
                )}
              </Quiet>
            </li>
          ))}
        </ul>
      </Section>
    </main>
  );
}
