import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo, Facts, Mono, Quiet, Section, TextLink } from "@/app/dashboard/_nouns/layout-parts";
import { OptionalLink } from "@/app/dashboard/_nouns/optional-link";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead, When } from "@/app/dashboard/_parts/parts";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { readAuditSlice } from "@/lib/audit/audit-reading-store";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import {
  findInstallationWhole,
  listCampaignsOf,
} from "@/lib/installations/installation-search-store";
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

function readWhole(caller: Caller, id: string) {
  const scope = { tenantId: caller.tenantId, environmentId: caller.environmentId };
  const slice = { after: null, forward: false, limit: 10 };
  return inTenant(caller, async (transaction) => {
    const installation = await findInstallationWhole(transaction, id);
    if (!installation) return null;
    const campaigns = await listCampaignsOf(transaction, id);
    const { events } = await readAuditSlice(transaction, scope, { target: id }, slice);
    return { installation, campaigns, events };
  });
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
          ["Id", <Mono key="id">{one.id}</Mono>],
          ["Thumbprint of its key", <Mono key="key">{one.keyThumbprint}</Mono>],
        ]}
      />
    </Section>
  );
}
