import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { OptionalLink } from "@/app/dashboard/_nouns/optional-link";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Id } from "@/app/dashboard/_parts/id";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { readAuditSlice } from "@/lib/audit/audit-reading-store";
import type { Caller } from "@/lib/caller";
import { listCampaignsOf } from "@/lib/campaigns/campaign-search-store";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { findInstallationWhole } from "@/lib/installations/installation-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { retireInstallationAction } from "../actions";
import { InstallationBadge } from "../installation-badge";
import { Memberships } from "./memberships";
import { Trail } from "./trail";

export const metadata: Metadata = { title: "Installation" };

/** One installation whole. */
export default async function InstallationPage({ params }: PageProps<{ installation: string }>) {
  const { installation: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const read = await readWhole(caller, idIn(segment));
  if (!read) notFound();
  const { installation: one, campaigns, events } = read;
  return (
    <>
      <BackTo href={placePath(place, "installations")}>Installations</BackTo>
      <PageHead title={one.name} about={`A copy of ${one.appName} that runs somewhere.`}>
        <InstallationBadge status={one.status} />
      </PageHead>
      {one.status === "retired" && (
        <Notice tone="amber">
          Retired <When at={one.retiredAt} />. It gets no token, and its key can't enrol again.
        </Notice>
      )}
      <Overview one={one} place={place} />
      <Memberships campaigns={campaigns} place={place} />
      <Trail events={events} target={one.id} place={place} />
      {mayActAs(tenant.role, "admin") && one.status === "active" && (
        <Section
          title="Retire"
          about="For a machine that is gone or not trusted any more. Its place is free for another at once."
        >
          <TypedConfirmation
            word={one.name}
            what="Its tokens are refused from the next request on, and it gets no other. It can't come back: the machine has to enrol anew, with another key."
            action={retireInstallationAction}
            submit="Retire this installation"
            open="Retire…"
            fields={{ ...place, id: one.id }}
          />
        </Section>
      )}
    </>
  );
}

type Whole = NonNullable<Awaited<ReturnType<typeof findInstallationWhole>>>;

async function readWhole(caller: Caller, id: string) {
  const scope = { tenantId: caller.tenantId, environmentId: caller.environmentId };
  const slice = { after: null, forward: false, limit: 10 };
  const [installation, campaigns, { events }] = await inPrismaTransaction(caller, (db) =>
    Promise.all([
      findInstallationWhole(db, id),
      listCampaignsOf(db, id),
      readAuditSlice(db, scope, { target: id }, slice),
    ]),
  );
  return installation && { installation, campaigns, events };
}

function Overview({ one, place }: { one: Whole; place: Place }) {
  const { enrolmentToken } = one;
  return (
    <Section title="Overview">
      <Facts
        rows={[
          ["Version", one.version ?? <Quiet>not told</Quiet>],
          ["Platform", one.platform ?? <Quiet>not told</Quiet>],
          ["Last seen", <When key="seen" at={one.lastSeenAt} />],
          ["Enrolled", <When key="enrolled" at={one.enrolledAt} />],
          [
            "App",
            <TextLink key="app" href={placePath(place, `apps/${one.appId}`)}>
              {one.appName}
            </TextLink>,
          ],
          [
            "Organization",
            <OptionalLink
              key="organization"
              href={placePath(place, `organizations/${one.organizationId}`)}
              name={one.organizationName}
            />,
          ],
          [
            "Came by the token",
            <TextLink key="token" href={placePath(place, `enrolment-tokens/${enrolmentToken.id}`)}>
              {enrolmentToken.name}
            </TextLink>,
          ],
          ["Id", <Id key="id">{one.id}</Id>],
          ["Thumbprint of its key", <Mono key="key">{one.keyThumbprint}</Mono>],
        ]}
      />
    </Section>
  );
}
