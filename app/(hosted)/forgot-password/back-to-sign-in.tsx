import { getTranslations } from "next-intl/server";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import { currentInteraction } from "@/app/(hosted)/_request/interaction";
import type { Origin } from "@/app/(hosted)/forgot-password/origin";

/** The way back to the sign-in that somebody came from, if it still waits. */
export async function BackToSignIn({ origin }: { origin: Origin }) {
  if (!(await currentInteraction(origin.interaction))) return null;
  const t = await getTranslations("common");
  return (
    <p className="text-center">
      <a
        href={pageOfSignIn("/login", origin)}
        className="text-link inline-flex min-h-11 items-center text-[0.9375rem]"
      >
        {t("back")}
      </a>
    </p>
  );
}
