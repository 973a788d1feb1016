import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { BackTo, Facts, Mono, Section } from "@/app/dashboard/_nouns/layout-parts";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { PageHead } from "@/app/dashboard/_parts/parts";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import {
  countTypeUses,
  findOrganizationTypeById,
  type OrganizationType,
} from "@/lib/organizations/organization-type-store";
import { deleteTypeAction, renameTypeAction } from "../actions";

export const metadata: Metadata = { title: "Organization type" };

/** One organization type: what it is called, and what uses it. */
export default async function TypePage({ params }: PageProps<{ type: string }>) {
  const { type: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const found = await inTenant(caller, async (transaction) => {
    const type = await findOrganizationTypeById(transaction, id);
    return type && { type, uses: await countTypeUses(transaction, type) };
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
            ["Id", <Mono key="id">{type.id}</Mono>],
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
