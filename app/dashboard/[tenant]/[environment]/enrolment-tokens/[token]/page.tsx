import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditLink } from "@/app/dashboard/_nouns/audit-link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { OptionalLink } from "@/app/dashboard/_nouns/optional-link";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { now } from "@/lib/clock";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import {
  type FoundEnrolmentToken,
  findEnrolmentTokenWhole,
} from "@/lib/enrolment/enrolment-token-search-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { revokeTokenAction } from "../actions";
import { TokenStateBadge, tokenState, usesOf } from "../token-state";

export const metadata: Metadata = { title: "Enrolment token" };

/** One enrolment token: what it opens, within which limits, and its end. */
export default async function EnrolmentTokenPage({ params }: PageProps<{ token: string }>) {
  const { token: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const token = await inPrismaTransaction(caller, (transaction) =>
    findEnrolmentTokenWhole(transaction, id),
  );
  if (!token) notFound();
  return (
    <>
      <BackTo href={placePath(place, "enrolment-tokens")}>Enrolment tokens</BackTo>
      <PageHead title={token.name} about="Lets installations of one app enrol themselves.">
        <TokenStateBadge state={tokenState(token, now())} />
      </PageHead>
      <Limits token={token} place={place} />
      {mayActAs(tenant.role, "admin") && !token.revokedAt && (
        <Section
          title="Revoke"
          about="Nothing enrols with it any more. What has enrolled stays, and keeps its own key."
        >
          <TypedConfirmation
            word={token.name}
            what="Installations that come with it are refused from now on. This can't be undone."
            action={revokeTokenAction}
            submit="Revoke this token"
            open="Revoke…"
            fields={{ ...place, id: token.id }}
          />
        </Section>
      )}
    </>
  );
}

function Limits({ token, place }: { token: FoundEnrolmentToken; place: Place }) {
  return (
    <Section title="What it opens" beside={<AuditLink place={place} target={token.id} />}>
      <Facts
        rows={[
          [
            "App",
            <TextLink key="app" href={placePath(place, `apps/${token.appId}`)}>
              {token.appName}
            </TextLink>,
          ],
          [
            "Organization",
            <OptionalLink
              key="organization"
              href={placePath(place, `organizations/${token.organizationId}`)}
              name={token.organizationName}
            />,
          ],
          ["Uses", usesOf(token)],
          ["Uses a minute", token.perMinute],
          ["Not before", <When key="from" at={token.notBefore} otherwise="at once" />],
          ["Expires", <When key="to" at={token.expiresAt} />],
          ["Issued", <When key="issued" at={token.createdAt} />],
          ["Revoked", <When key="revoked" at={token.revokedAt} />],
          ["End of the token", <Mono key="hint">{token.hint}</Mono>],
          ["Id", <Id key="id">{token.id}</Id>],
        ]}
      />
    </Section>
  );
}
