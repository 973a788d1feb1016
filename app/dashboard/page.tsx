import Link from "next/link";
import { Badge, Empty, Notice, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { ConfirmationSpot } from "@/app/dashboard/_parts/confirmation";
import { EnvironmentDot } from "@/app/dashboard/_parts/environment-colours";
import { Mark } from "@/app/dashboard/_parts/mark";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { TextLink } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { InvitationList } from "@/app/dashboard/invitations/invitation-list";
import { resolveInvitations } from "@/lib/core/administrators/administrator-store";
import { inPlatform } from "@/lib/core/platform/in-platform";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import { config } from "@/lib/kernel/config/config";

/** Choice of the tenant and environment to work in. */
export default async function DashboardPage() {
  const { userId, tenants, email, isOperator, lacksFactor } = await signedInAdministrator();
  const invitations = await resolveInvitations(userId);
  const { t } = await wordsOf("frame");
  return (
    <main className="mx-auto max-w-4xl px-5 py-12">
      <Mark className="mb-8 size-9" />
      <ConfirmationSpot />
      <PageHead title={t("home.title")} about={t("home.about", { email })}>
        <div className="flex flex-wrap gap-3">
          {isOperator && (
            <Link href="/dashboard/operator" className={quietButton}>
              {t("home.operator")}
            </Link>
          )}
          <Link href="/dashboard/profile" className={quietButton}>
            {t("home.profile")}
          </Link>
          <SignOut />
        </div>
      </PageHead>
      {lacksFactor && <FactorNotice />}
      <InvitationList invitations={invitations} />
      {tenants.length === 0 && invitations.length === 0 && (
        <Empty title={t("home.emptyTitle")}>
          {isOperator ? (
            <>
              <p className="mb-6">{t("home.emptyOperator")}</p>
              <Link href="/dashboard/operator" className={primaryButton}>
                {t("home.toTenants")}
              </Link>
            </>
          ) : (
            t("home.empty", { email })
          )}
        </Empty>
      )}
      {tenants.length > 0 && (
        <ul className="space-y-4">
          {tenants.map((tenant) => (
            <li
              key={tenant.tenantId}
              className="rounded-2xl border border-neutral-200 bg-white p-6 dark:border-neutral-800 dark:bg-neutral-900"
            >
              <div className="flex flex-wrap items-center gap-3">
                <h2 className="text-lg font-semibold">{tenant.tenantName}</h2>
                <Badge>{t(`nouns.administratorRole.${tenant.role}`)}</Badge>
                {tenant.tenantStatus === "disabled" && (
                  <Badge tone="red">{t("nouns.status.disabled")}</Badge>
                )}
              </div>
              <p className="mt-1 font-mono text-sm break-all text-neutral-600 dark:text-neutral-400">
                {tenant.tenantPublicId}
              </p>
              <ul className="mt-4 flex flex-wrap gap-3">
                {tenant.environments.map((environment) => (
                  <li key={environment.id}>
                    <Link
                      className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-neutral-300 px-4 text-sm font-medium hover:bg-neutral-100 dark:border-neutral-700 dark:hover:bg-neutral-800"
                      href={`/dashboard/${tenant.tenantPublicId}/${environment.key}`}
                    >
                      <EnvironmentDot kind={environment.kind} />
                      <bdi>{environment.name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

/** Notice that asks an administrator to add a factor, with the date from which one is required. */
async function FactorNotice() {
  const security = await inPlatform(accountSecurityUrl);
  const { t } = await wordsOf("frame");
  return (
    <Notice tone="amber">
      <p>
        {t.rich("factor.notice", { link: (text) => <TextLink href={security}>{text}</TextLink> })}
      </p>
      {config().mode === "production" && <p className="mt-1">{t("factor.noticeDays")}</p>}
    </Notice>
  );
}
