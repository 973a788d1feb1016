import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";

/** Where a sign-in ends that is over, expired, or not this browser's: nothing to repair here, so it says where
 *  to begin again. */
export async function ExpiredInteraction() {
  const t = await getTranslations("expired");
  return <HostedCard branding={null} title={t("title")} intro={t("intro")} />;
}
