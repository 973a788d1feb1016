import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Notice } from "@/app/dashboard/_parts/notice";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { config } from "@/lib/config/config";
import { inPlatform } from "@/lib/platform/in-platform";
import { accountSecurityUrl } from "@/lib/tenants/account-security-url";

/** Asks somebody to add a factor who has none, and says from when on one is needed. */
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
