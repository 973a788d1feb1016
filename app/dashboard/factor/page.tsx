import Link from "next/link";
import { redirect } from "next/navigation";
import { type Search, textOf } from "@/app/dashboard/_nouns/place-path";
import { BackTo, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { titled } from "@/app/dashboard/_request/make-page";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { inPlatform } from "@/lib/core/platform/in-platform";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";

export const generateMetadata = titled("frame", "factor.title");

/** Page that says that a tenant, or the platform, requires a factor that the administrator lacks, and where
 *  to add it. With a factor, redirects to the requested page. */
export default async function FactorPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { tenants, lacksFactor } = await signedInAdministrator();
  const search = await searchParams;
  const requestedPage = ownPage(textOf(search, "return"));
  if (!lacksFactor) redirect(requestedPage);
  const asking = textOf(search, "tenant");
  const tenant = tenants.find(({ tenantPublicId }) => tenantPublicId === asking)?.tenantName;
  const security = await inPlatform(accountSecurityUrl);
  const { t } = await wordsOf("frame");
  return (
    <main className="mx-auto max-w-4xl px-5 py-12">
      <BackTo href="/dashboard">{t("profile.back")}</BackTo>
      <PageHead
        title={t("factor.title")}
        about={tenant ? t("factor.ofTenant", { tenant }) : t("factor.ofPlatform")}
      >
        <SignOut />
      </PageHead>
      <p className="mb-6 max-w-2xl">{t("factor.how")}</p>
      <div className="flex flex-wrap gap-3">
        <a href={security} className={primaryButton}>
          {t("factor.toSecurity")}
        </a>
        <Link href={requestedPage} prefetch={false} className={quietButton}>
          {t("factor.goOn")}
        </Link>
      </div>
    </main>
  );
}
