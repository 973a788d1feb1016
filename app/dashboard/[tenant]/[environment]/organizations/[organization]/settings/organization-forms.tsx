import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import type { Place } from "@/app/dashboard/administrator";
import type { OrganizationType } from "@/lib/organization-types/organization-type-store";
import type { Organization } from "@/lib/organizations/organization";
import type { Package } from "@/lib/packages/package";
import {
  changeOrganizationAction,
  changeWorkspaceAction,
  setOrganizationStatusAction,
} from "../../actions";
import { NameFields } from "../../name-fields";
import { WorkspaceFields } from "../../workspace-fields";

interface Props {
  place: Place;
  organization: Organization;
  types: OrganizationType[];
  packages: Package[];
}

/** What an administrator may change about an organization. */
export function OrganizationForms({ place, organization, types, packages }: Props) {
  return (
    <>
      <Section title="Package and type" about="Those of this environment.">
        <ActionForm action={changeWorkspaceAction} submit="Save package and type">
          <AboutFields place={place} id={organization.id} />
          <WorkspaceFields
            types={types}
            packages={packages}
            organizationType={organization.organizationType}
            packageId={organization.packageId}
          />
        </ActionForm>
      </Section>
      <Section title="Name" about="The same in all environments.">
        <ActionForm action={changeOrganizationAction} submit="Save name">
          <AboutFields place={place} id={organization.id} />
          <NameFields stored={organization} />
        </ActionForm>
      </Section>
      <StatusForm place={place} organization={organization} />
    </>
  );
}

function StatusForm({ place, organization }: Pick<Props, "place" | "organization">) {
  const { id, status } = organization;
  const active = status === "active";
  return (
    <Section
      title={active ? "Disable the organization" : "Enable the organization"}
      about={
        active
          ? "No token is issued or refreshed for it in this environment any more. Members keep their places and get in again once it is enabled."
          : "Its members get in again, with the roles they had."
      }
    >
      <ActionForm
        action={setOrganizationStatusAction}
        submit={active ? "Disable organization" : "Enable organization"}
        tone={active ? "danger" : "primary"}
      >
        <AboutFields place={place} id={id} status={active ? "disabled" : "active"} />
      </ActionForm>
    </Section>
  );
}
