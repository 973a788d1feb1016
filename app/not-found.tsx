import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";

/** An address that leads nowhere. */
export default async function NotFound() {
  const t = await getTranslations("error");
  return <HostedCard branding={null} title={t("missingTitle")} intro={t("missing")} />;
}
