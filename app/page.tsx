import { ArrowRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";

/** What this address is, for somebody who came upon it. */
export default async function HomePage() {
  const t = await getTranslations("home");
  const links = [
    ["/dashboard", t("dashboard"), t("dashboardIntro")],
    ["/docs", t("api"), t("apiIntro")],
    ["/.well-known/openid-configuration", t("discovery"), t("discoveryIntro")],
  ] as const;
  return (
    <HostedCard branding={null} title={t("title")} intro={t("intro")} wide>
      <ul className="divide-y divide-line border-y border-line">
        {links.map(([href, label, about]) => (
          <li key={href}>
            <a href={href} className="group flex items-center gap-4 py-4">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold group-hover:underline">{label}</span>
                <span className="block text-[0.9375rem] text-soft">{about}</span>
              </span>
              <ArrowRight aria-hidden className="size-5 shrink-0 text-soft rtl:-scale-x-100" />
            </a>
          </li>
        ))}
      </ul>
    </HostedCard>
  );
}
