import { pageAt } from "@/app/(hosted)/_place/place";
import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

/** Link back to account security, with nothing changed. */
export function CancelLink({ look: { t }, own }: { look: PageLook; own: OwnAccount }) {
  return (
    <p className="centred">
      <a href={pageAt("/account-security", own.place)} className="link">
        {t("confirm.cancel")}
      </a>
    </p>
  );
}
