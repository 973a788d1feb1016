import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { wayBackTo } from "@/lib/oidc/way-back";

/** Where a sign-in ends that is over, expired, or not this browser's. Nothing is to be repaired here: it leads
 *  back to where the person wanted to go, where another one begins.
 *  @param client as the address names it; anybody may have written it there, so that it leads to where a sign-in
 *  of that client would lead as well */
export async function ExpiredInteraction({ client }: { client: string }) {
  const t = await getTranslations();
  const back = await wayBackTo(client);
  const name = back?.name ?? t("security.title");
  return (
    <HostedCard
      branding={back?.scope ? await brandingFor(back.scope) : null}
      title={t("expired.title")}
      intro={t("expired.intro")}
    >
      {back?.href && (
        <a href={back.href} className="button button-primary w-full">
          {t("expired.again", { client: name })}
        </a>
      )}
    </HostedCard>
  );
}
