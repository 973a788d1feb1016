import type { ReactNode } from "react";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Tabs } from "@/app/dashboard/_nouns/tabs";
import { BackTo, PageHead } from "@/app/dashboard/_parts/blocks";
import { StatusBadge } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { type OrganizationPlace, organizationIn } from "./organization-in";

/** Header of an organization's pages. */
export default async function OrganizationLayout({
  params,
  children,
}: {
  params: Promise<OrganizationPlace>;
  children: ReactNode;
}) {
  const { t } = await wordsOf("organizations");
  const { organization, place, environment } = await organizationIn(params);
  return (
    <>
      <BackTo href={placePath(place, "organizations")}>{t("list.title")}</BackTo>
      <PageHead title={organization.name} about={t("one.about", { environment: environment.name })}>
        <StatusBadge status={organization.status} />
      </PageHead>
      <Tabs
        label={t("one.pages")}
        base={placePath(place, `organizations/${organization.id}`)}
        pages={[
          ["", t("one.overview")],
          ["/members", t("one.members")],
          ["/settings", t("one.settings")],
        ]}
      />
      {children}
    </>
  );
}
