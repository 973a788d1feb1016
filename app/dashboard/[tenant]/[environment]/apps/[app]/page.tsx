import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Words } from "@/app/dashboard/_nouns/words";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/apps/app";
import { type AppUse, listAppUses } from "@/lib/apps/app-search-store";
import { findApp } from "@/lib/apps/app-store";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { listOrganizationTypes } from "@/lib/organization-types/organization-type-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { policyNames } from "../policy-names";
import { AppForms } from "./app-forms";

export const metadata: Metadata = { title: "App" };

/** One app: what it asks of organizations, which roles reach it, whether it is on. */
export default async function AppPage({ params }: PageProps<{ app: string }>) {
  const { app: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const [app, types, uses] = await inPrismaTransaction(caller, (db) =>
    Promise.all([findApp(db, id), listOrganizationTypes(db), listAppUses(db, id)]),
  );
  if (!app) notFound();
  return (
    <>
      <BackTo href={placePath(place, "apps")}>Apps</BackTo>
      <PageHead title={app.name} about="Something your users are let into.">
        <StatusBadge status={app.status} />
      </PageHead>
      <Overview app={app} />
      <Section
        title="Who reaches it"
        about="A user needs a role that reaches the app. Where the app asks for a listed package, the organization needs one of these."
      >
        <Facts
          rows={[
            ["Roles", <Uses key="roles" uses={uses.roles} place={place} path="roles" />],
            [
              "Packages",
              <Uses key="packages" uses={uses.packages} place={place} path="packages" />,
            ],
          ]}
        />
      </Section>
      {mayActAs(tenant.role, "admin") && <AppForms place={place} app={app} types={types} />}
    </>
  );
}

function Overview({ app }: { app: App }) {
  return (
    <Section title="Overview">
      <Facts
        rows={[
          ["Key", <Mono key="key">{app.key}</Mono>],
          ["Id", <Id key="id">{app.id}</Id>],
          ["Organizations need", policyNames[app.packagePolicy]],
          [
            "Organization types let in",
            <Words key="types" words={app.allowedOrganizationTypes} none="All" />,
          ],
          [
            "Entitlements needed",
            <Words key="entitlements" words={app.requiredEntitlements} none="None" />,
          ],
        ]}
      />
    </Section>
  );
}

function Uses({ uses, place, path }: { uses: AppUse[]; place: Place; path: string }) {
  if (uses.length === 0)
    return (
      <Quiet>
        None yet: <TextLink href={placePath(place, path)}>choose one</TextLink> and tick this app.
      </Quiet>
    );
  return (
    <ul className="space-y-1">
      {uses.map(({ id, name }) => (
        <li key={id}>
          <TextLink href={placePath(place, `${path}/${id}`)}>{name}</TextLink>
        </li>
      ))}
    </ul>
  );
}
