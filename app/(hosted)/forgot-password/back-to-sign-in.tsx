import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import type { Origin } from "@/app/(hosted)/forgot-password/origin";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  visit: Visit;
  origin: Origin;
}

/** Link back to the sign-in that the user came from, if it still waits. */
export function BackToSignIn({ look: { t }, visit, origin }: Props) {
  if (!origin.waiting) return null;
  return (
    <p className="centred">
      <a href={pageOfSignIn("/login", signInAddress(visit))} className="link">
        {t("common.back")}
      </a>
    </p>
  );
}
