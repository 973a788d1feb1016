import { Notice } from "@/app/dashboard/_parts/blocks";
import { TextLink } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { inPlatform } from "@/lib/core/platform/in-platform";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import { config } from "@/lib/kernel/config/config";

/** Notice that asks an administrator to add a factor, with the date from which one is required. */
export async function FactorNotice() {
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
