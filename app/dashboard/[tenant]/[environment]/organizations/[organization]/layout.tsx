import type { ReactNode } from "react";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Tabs } from "@/app/dashboard/_nouns/tabs";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { type OrganizationPlace, organizationIn } from "./organization-in";

const pages = [
  ["", "Overview"],
  ["/members", "Members"],
  ["/settings", "Settings"],
] as const;

/** Which organization its pages are about. */
export default async function OrganizationLayout({
  params,
  children,
}: {
  params: Promise<OrganizationPlace>;
  children: ReactNode;
}) {
  const { organization, place, environment } = await organizationIn(params);
  return (
    <>
      <BackTo href={placePath(place, "organizations")}>Organizations</BackTo>
      <PageHead title={organization.name} about={`As it stands in ${environment.name}.`}>
        <StatusBadge status={organization.status} />
      </PageHead>
      <Tabs
        label="About this organization"
        base={placePath(place, `organizations/${organization.id}`)}
        pages={pages}
      />
      {children}
    </>
  );
}
