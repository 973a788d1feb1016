import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import {
  countTypeUses,
  findOrganizationTypeById,
  type OrganizationType,
} from "@/lib/organization-types/organization-type-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { deleteTypeAction, renameTypeAction } from "../actions";

export const metadata: Metadata = { title: "Organization type" };

/** One organization type: what it is called, and what uses it. */
export default async function TypePage({ params }: PageProps<{ type: string }>) {
  const { type: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const found = await inTransaction(caller, async (db) => {
    const type = await findOrganizationTypeById(db, id);
    return type && { type, uses: await countTypeUses(db, type) };
  });
  if (!found) notFound();
  const { type, uses } = found;
  return (
    <>
      <BackTo href={placePath(place, "organization-types")}>Organization types</BackTo>
      <PageHead title={type.name} about="A kind of organization that apps can be limited to." />
      <Section title="Overview">
        <Facts
          rows={[
            ["Key", <Mono key="key">{type.key}</Mono>],
            ["Id", <Id key="id">{type.id}</Id>],
            ["Organizations of it", uses.organizations],
            ["Apps that name it", uses.apps],
          ]}
        />
      </Section>
      {mayActAs(tenant.role, "admin") && (
        <Forms place={place} type={type} used={uses.organizations + uses.apps > 0} />
      )}
    </>
  );
}

function Forms({ place, type, used }: { place: Place; type: OrganizationType; used: boolean }) {
  return (
    <>
      <Section title="Name">
        <ActionForm action={renameTypeAction} submit="Save name">
          <AboutFields place={place} id={type.id} />
          <Field label="Name" name="name" defaultValue={type.name} required maxLength={200} />
        </ActionForm>
      </Section>
      <Section
        title="Delete the type"
        about="Only one that no organization is of and no app names can be deleted."
      >
        {used ? (
          <p>
            It is in use. Give its organizations another type, and take it out of the apps, first.
          </p>
        ) : (
          <TypedConfirmation
            word={type.key}
            what={`${type.name} goes for good.`}
            action={deleteTypeAction}
            submit="Delete type"
            fields={{ ...place, id: type.id }}
          />
        )}
      </Section>
    </>
  );
}
