import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { Empty } from "@/app/dashboard/_parts/empty";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { inBatch } from "@/lib/db/batch";
import { listIdentitySources } from "@/lib/external-identities/identity-source-store";
import { createPrincipalAction } from "../actions";
import { ClaimsField } from "../claims-field";

export const metadata: Metadata = { title: "New external principal" };

/** Makes a source's subject known. */
export default async function NewPrincipalPage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const sources = await inBatch(caller, listIdentitySources);
  return (
    <>
      <BackTo href={placePath(place, "external-principals")}>External principals</BackTo>
      <PageHead
        title="New external principal"
        about="It signs nobody in until it is bound to a user, which is the next step."
      />
      {sources.length === 0 ? (
        <Empty title="No identity source yet">
          A principal is somebody as a source knows them.{" "}
          <TextLink href={placePath(place, "identity-sources/new")}>Add the source</TextLink> first.
        </Empty>
      ) : (
        <Card>
          <PrincipalForm
            place={place}
            sources={sources.map(({ id, issuer }) => ({ value: id, name: issuer }))}
          />
        </Card>
      )}
    </>
  );
}

function PrincipalForm({
  place,
  sources,
}: {
  place: Place;
  sources: { value: string; name: string }[];
}) {
  return (
    <ActionForm
      action={createPrincipalAction}
      submit="Create principal"
      beside={
        <Link href={placePath(place, "external-principals")} className={quietButton}>
          Cancel
        </Link>
      }
    >
      <PlaceFields place={place} />
      <Select label="Identity source" name="sourceId" options={sources} />
      <Field
        label="Subject"
        name="subject"
        hint="As the source's tokens have it in sub, to the letter."
        required
        maxLength={255}
        mono
      />
      <ClaimsField />
    </ActionForm>
  );
}
