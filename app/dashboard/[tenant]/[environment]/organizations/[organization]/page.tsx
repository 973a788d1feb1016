import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo, Facts, Mono, Quiet, Section } from "@/app/dashboard/_nouns/layout-parts";
import { browseOf, idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { PageHead, When } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { Environments } from "./environments";
import { Exceptions } from "./exceptions";
import { Members } from "./members";
import { OrganizationForms } from "./organization-forms";
import { type OrganizationView, readOrganization } from "./read-organization";

export const metadata: Metadata = { title: "Organization" };

/** One organization, as it stands in this environment. */
export default async function OrganizationPage({
  params,
  searchParams,
}: PageProps<{ organization: string }>) {
  const { organization: segment, ...place } = await params;
  const { caller, tenant, environment } = await administratorIn(place);
  const browse = browseOf(await searchParams);
  const view = await readOrganization(caller, idIn(segment), browse);
  if (!view) notFound();
  const { organization } = view;
  const shared = { place, view, mayChange: mayActAs(tenant.role, "admin") };
  return (
    <>
      <BackTo href={placePath(place, "organizations")}>Organizations</BackTo>
      <PageHead title={organization.name} about={`As it stands in ${environment.name}.`}>
        <StatusBadge status={organization.status} />
      </PageHead>
      <Overview view={view} />
      <Members {...shared} browse={browse} />
      <Exceptions {...shared} />
      <Environments {...shared} />
      {shared.mayChange && <OrganizationForms {...shared} />}
    </>
  );
}

function Overview({ view }: { view: OrganizationView }) {
  const { organization, types, packages } = view;
  const type = types.find(({ key }) => key === organization.organizationType);
  const assigned = packages.find(({ id }) => id === organization.packageId);
  return (
    <Section title="Overview">
      <Facts
        rows={[
          ["Slug", <Mono key="slug">{organization.slug}</Mono>],
          ["Id", <Mono key="id">{organization.id}</Mono>],
          [
            "External id",
            organization.externalId ? (
              <Mono key="external">{organization.externalId}</Mono>
            ) : (
              <Quiet key="external">none</Quiet>
            ),
          ],
          ["Type", type?.name ?? <Quiet key="type">none</Quiet>],
          ["Package", assigned?.name ?? <Quiet key="package">none assigned</Quiet>],
          ["Created", <When key="at" at={organization.createdAt} />],
        ]}
      />
    </Section>
  );
}
